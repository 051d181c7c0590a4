package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebLinkTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example",
                "HTTP://SHOP.EXAMPLE/",
                "http://shop.example:8080/a?b=c&d=@#e",
                "https://müller.example/über-uns",
                "https://203.0.113.7/",
                "https://[2001:db8::1]/",
                "https://[2001:db8::1]:8443/",
                "https://shop.example?x=https://other.example",
            })
    void isAWebPage(String text) {
        assertTrue(TextRule.isWebLink(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://",
                "https:///path",
                "https://:80/",
                "https://?x",
                "https:/shop.example",
                "https:shop.example",
                "shop.example",
                "www.shop.example",
                "//shop.example",
                "/terms",
                "ftp://shop.example",
                "file:///etc/passwd",
                "mailto:ann@shop.example",
                "data:text/html,x",
                "javascript:alert(1)",
                "javascript:alert('https://shop.example')",
                "https://shop.example/a b",
                "https://shop.example/a\u00a0b",
                "https://shop.example/a\nb",
                "https://shop.example/\"onclick",
                "https://shop.example/<script>",
                "https://shop.example\\evil.example",
                "https://ann:secret@shop.example/",
                "https://shop.example@evil.example/",
                "https://shop.example:port/",
                "https://shop.example:/",
                "https://shop.example:65536/",
                "https://shop.example:1:2/",
            })
    void isNoneWithAnythingElse(String text) {
        assertFalse(TextRule.isWebLink(text));
    }
}
