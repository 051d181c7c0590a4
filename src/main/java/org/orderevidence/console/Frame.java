package org.orderevidence.console;

import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.receipt.Status.Tone;

/**
 * What surrounds the content of each page.
 *
 * @param session who is signed in; {@code null} before sign-in
 * @param assets the path of style sheets and scripts, without a slash at the end
 */
public record Frame(Heading heading, @Nullable Session session, String assets) {
    /**
     * What a page is called and belongs to.
     *
     * @param title without the product's name
     * @param section part of the console; {@code null} for none
     * @param notice message above the content; {@code null} for none
     */
    public record Heading(
            String title,
            @Nullable Section section,
            @Nullable Notice notice) {
        static Heading of(String title, @Nullable Section section) {
            return new Heading(title, section, null);
        }

        /** Returns the same heading with a message. */
        Heading with(@Nullable Notice changed) {
            return new Heading(title, section, changed);
        }
    }

    /**
     * A message above the content of a page.
     *
     * @param tone what it means
     * @param text one or two sentences
     * @param link path of a page with more about it; {@code null} for none
     * @param label of the link
     */
    public record Notice(Tone tone, String text, @Nullable String link, String label) {
        /** A message that a change was made. */
        static Notice good(String text) {
            return new Notice(Tone.GOOD, text, null, "");
        }

        /** A message that something was refused. */
        static Notice bad(String text) {
            return new Notice(Tone.BAD, text, null, "");
        }
    }

    /** Returns the CSRF token, which each form sends back; empty before sign-in. */
    public String csrf() {
        return session == null ? "" : session.csrfToken();
    }

    /** True if the session may open a part of the console. */
    public boolean opens(Section section) {
        return session != null && session.key().allows(section.scope());
    }

    /** True if a key of the test mode is signed in. */
    public boolean isTest() {
        return session != null && session.key().space().mode() == AccountSpace.Mode.TEST;
    }
}
