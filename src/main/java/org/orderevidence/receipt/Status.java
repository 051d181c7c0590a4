package org.orderevidence.receipt;

/**
 * A status in words.
 *
 * @param tone its meaning
 * @param text the words, such as {@code Paid}
 */
public record Status(Tone tone, String text) {}
