package org.orderevidence.receipt;

/** Draws the shapes of the uses of earlier orders. */
final class Marks {
    static final String GOOD = "#1a7f37";
    static final String NOTICE = "#8a5a00";
    static final String BAD = "#b3261e";
    static final String PAPER = "#ffffff";

    private Marks() {}

    /** Draws the shape around the point 0, 0. */
    static void draw(SvgText svg, PriorUse use, int number) {
        switch (use) {
            case SELECTED -> {
                svg.tag("circle").set("r", 8).fill(GOOD).empty();
                if (number > 0) {
                    svg.tag("text")
                            .set("class", "tl-number")
                            .set("x", 0)
                            .set("y", 4)
                            .set("text-anchor", "middle")
                            .set("font-size", 11)
                            .set("font-weight", "bold")
                            .fill(PAPER)
                            .text(Integer.toString(number));
                }
            }
            case USABLE ->
                svg.tag("polygon")
                        .set("points", "0,-7 7,0 0,7 -7,0")
                        .fill(PAPER)
                        .stroke(NOTICE, "2")
                        .empty();
            case EXCLUDED -> {
                stroke(svg, "-5,-5 5,5");
                stroke(svg, "-5,5 5,-5");
            }
        }
    }

    private static void stroke(SvgText svg, String points) {
        svg.tag("polyline").set("points", points).fill("none").stroke(BAD, "2").empty();
    }
}
