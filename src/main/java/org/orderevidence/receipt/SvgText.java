package org.orderevidence.receipt;

import java.util.Locale;

/** Writes elements of SVG. Every value is escaped. It uses no style attribute and no script. */
final class SvgText {
    private final StringBuilder text = new StringBuilder(8192);

    /** Starts an element. One of the ends of {@link Tag} must follow. */
    Tag tag(String name) {
        text.append('<').append(name);
        return new Tag(name);
    }

    /** Closes an element that was opened. */
    void close(String name) {
        text.append("</").append(name).append('>');
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** An element whose attributes are being written. */
    final class Tag {
        private final String name;

        private Tag(String name) {
            this.name = name;
        }

        Tag set(String attribute, String value) {
            text.append(' ').append(attribute).append("=\"");
            escape(value);
            text.append('"');
            return this;
        }

        Tag set(String attribute, int value) {
            return set(attribute, Integer.toString(value));
        }

        /** Sets a percentage of the width of the picture. */
        Tag percent(String attribute, double value) {
            return set(attribute, String.format(Locale.ROOT, "%.2f%%", value));
        }

        Tag fill(String colour) {
            return set("fill", colour);
        }

        Tag stroke(String colour, String width) {
            return set("stroke", colour).set("stroke-width", width);
        }

        /** Ends an element without content. */
        void empty() {
            text.append("/>");
        }

        /** Ends an element that contains other elements. */
        void open() {
            text.append('>');
        }

        /** Ends an element that has only text. */
        void text(String content) {
            text.append('>');
            escape(content);
            close(name);
        }
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\'' -> text.append("&#39;");
                default -> text.append(c);
            }
        }
    }
}
