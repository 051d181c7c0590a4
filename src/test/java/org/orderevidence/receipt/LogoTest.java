package org.orderevidence.receipt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class LogoTest {
    @ParameterizedTest
    @CsvSource({
        "https://shop.example/logo.png, https://shop.example",
        "HTTPS://Shop.Example/Logo.png, https://shop.example",
        "https://shop.example, https://shop.example",
        "https://shop.example:443/l.png, https://shop.example",
        "https://shop.example:8443/l.png, https://shop.example:8443",
        "https://a-1.b.shop.example?x=1&y=%20;z, https://a-1.b.shop.example",
        "https://xn--bcher-kva.example/l.svg, https://xn--bcher-kva.example",
        "'https://shop.example/a;b,c/l.png', https://shop.example",
        "https://shop.example/@user:x@other.example/, https://shop.example"
    })
    void anHttpsAddressHasOneOrigin(String url, String origin) {
        assertEquals(new Logo(url, origin), Logo.of(url));
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                "http://shop.example/l.png",
                "//shop.example/l.png",
                "data:image/png;base64,iVBORw0KGgo=",
                "javascript:alert(1)",
                "blob:https://shop.example/1",
                "https:shop.example/l.png",
                "https://",
                "https:///l.png",
                "https://*/l.png",
                "https://*.example/l.png",
                "https://shop.example;script-src/l.png",
                "https://shop.example; script-src *",
                "https://shop.example script-src",
                "https://shop.example,https://other.example",
                "https://shop.example/a b.png",
                "https://shop.example/l.png\r\nSet-Cookie: a=b",
                "https://shop.example\n.other.example/l.png",
                "https://shop.example\t/l.png",
                " https://shop.example/l.png",
                "https://shop.example/l.png\n",
                "https://shop.example/l\u0000.png",
                "https://shop.example/l\u202Egnp.png",
                "https://user@shop.example/l.png",
                "https://user:password@shop.example/l.png",
                "https://shop.example:@other.example/l.png",
                "https://shop.example\\@other.example/l.png",
                "https://shop.example\\l.png",
                "https://shop.example%2Fother/l.png",
                "https://shop%00.example/l.png",
                "https://b\u00FCcher.example/l.png",
                "https://shop\u3002example/l.png",
                "https://shop.example\uFF0Fother/l.png",
                "https://\u212Aelvin.example/l.png",
                "https://127.0.0.1/l.png",
                "https://[::1]/l.png",
                "https://2130706433/l.png",
                "https://0x7f.1/l.png",
                "https://1.0x7f/l.png",
                "https://localhost/l.png",
                "https://shop.example./l.png",
                "https://.example/l.png",
                "https://shop..example/l.png",
                "https://-shop.example/l.png",
                "https://shop-.example/l.png",
                "https://shop_1.example/l.png",
                "https://shop.example:/l.png",
                "https://shop.example:0/l.png",
                "https://shop.example:65536/l.png",
                "https://shop.example:99999999999/l.png",
                "https://shop.example:*/l.png",
                "https://shop.example:+443/l.png",
                "https://shop.example/l.png#x",
                "https://shop.example/%zz",
                "https://shop.example/'\">",
                "https://shop.example/<script>",
                "'self'",
                "'unsafe-inline'"
            })
    void anythingElseIsNotShown(String url) {
        assertNull(Logo.of(url));
    }

    @Test
    void aHostThatIsTooLongIsNotShown() {
        assertNull(Logo.of("https://" + "a".repeat(64) + ".example/l.png"));
        assertNull(Logo.of("https://" + "a.".repeat(124) + "example/l.png"));
        String longest = "https://" + "a".repeat(63) + ".example";
        assertEquals(new Logo(longest, longest), Logo.of(longest));
    }

    @Test
    void aLongPathIsReadInFull() {
        String url = "https://shop.example/" + "%41b".repeat(490);

        assertEquals(new Logo(url, "https://shop.example"), Logo.of(url));
    }
}
