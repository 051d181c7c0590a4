package org.orderevidence.receipt.render;

/** Texts that have broken pages and PDFs. */
enum Hostile {
    SCRIPT("<script>alert('x')</script>"),
    ELEMENT("</td></tr></table><img src=\"http://127.0.0.1:1/canary.png\" onerror=\"alert(1)\"/>"),
    ATTRIBUTE("\" onmouseover=\"alert(1)\" style='background:url(http://127.0.0.1:1/canary)'"),
    ENTITIES("&lt;b&gt; &#0; &nbsp; &unknown; ]]> <!-- <![CDATA[ <?php"),
    TEMPLATE("${page} @if(true) $unsafe{x} {{x}} <%= x %>"),
    LINK("javascript:alert(1)"),
    FILE("file:///etc/passwd"),
    OVERRIDES("abc\u202Egnp.exe\u202C \u2066x\u2069 \u200Fy\u200E"),
    RIGHT_TO_LEFT("\u05E9\u05DC\u05D5\u05DD \u0627\u0644\u0633\u0644\u0627\u0645 123"),
    CONTROLS("a\u0001b\u0007c\u000Bd\u001Fe\u007Ff\u0085g"),
    MARKS_OF_BYTES("\uFEFFa\uFFFEb\uFFFFc\uFDD0d\uD83F\uDFFEe"),
    SURROGATES("x\uD800y\uDC00z"),
    EMOJI("\uD83D\uDC69\u200D\uD83D\uDCBB\uD83C\uDDE9\uD83C\uDDEA\u2764\uFE0F"),
    OTHER_SCRIPTS("\u65E5\u672C\u8A9E \uD55C\uAD6D\uC5B4 \u0939\u093F\u0928\u094D\u0926\u0940 \uD840\uDC00"),
    COMBINING(
            "Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324\u031E\u0349a\u0300e\u0301".repeat(20)),
    LONG("x".repeat(2_000)),
    SPACES("a\u00A0b\u2003c\u200Bd\u00ADe\u2028f\u2029g\th\ni");

    private final String text;

    Hostile(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
