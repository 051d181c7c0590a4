package org.orderevidence.console;

/**
 * A message above the content of a page.
 *
 * @param tone what it means
 * @param text one or two sentences
 */
public record Notice(Tone tone, String text) {}
