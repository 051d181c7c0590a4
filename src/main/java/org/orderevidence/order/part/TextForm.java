package org.orderevidence.order.part;

/**
 * Which characters a text may contain. All forms refuse unpaired surrogates and control characters. Line breaks and tabs
 * are allowed where no form says otherwise, because data from web forms often contains them.
 */
public enum TextForm {
    /** No line breaks or tabs either, no card number: ids and references. */
    LINE,
    /** No card number. */
    LINES,
    /** No card number; a telephone number is none. */
    TELEPHONE,
    /** A long number by nature: not looked at for card numbers. */
    LONG_NUMBER
}
