package org.orderevidence.cli.terminal;

/** Numbers with their noun. */
public final class Plural {
    private Plural() {}

    /** Returns the number and the noun, with an s unless the number is 1, such as {@code 2 orders}. */
    public static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
