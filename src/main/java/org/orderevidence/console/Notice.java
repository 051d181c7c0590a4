package org.orderevidence.console;

import org.jspecify.annotations.Nullable;

/**
 * A message above the content of a page.
 *
 * @param tone what it means
 * @param text one or two sentences
 * @param link path of a page with more about it; {@code null} for none
 * @param label of the link
 */
public record Notice(Tone tone, String text, @Nullable String link, String label) {
    /** A message without a link. */
    public Notice(Tone tone, String text) {
        this(tone, text, null, "");
    }
}
