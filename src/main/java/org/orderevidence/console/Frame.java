package org.orderevidence.console;

import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.order.AccountSpace;

/**
 * What surrounds the content of each page.
 *
 * @param title of the page, without the product's name
 * @param current the part of the console that the page belongs to; {@code null} for none
 * @param visitor who is signed in; {@code null} before sign-in
 * @param notice message above the content; {@code null} for none
 * @param assets the path of style sheets and scripts, without a slash at the end
 */
public record Frame(
        String title,
        @Nullable Section current,
        @Nullable Visitor visitor,
        @Nullable Notice notice,
        String assets) {
    /**
     * Who is signed in.
     *
     * @param account the account
     * @param test true in test mode
     * @param key the public ID of the key that signed in
     * @param csrf the token that each form sends back
     * @param canWrite true if the key may upload and record facts
     * @param isAdmin true if the key may administer keys and the account
     */
    public record Visitor(String account, boolean test, String key, String csrf, boolean canWrite, boolean isAdmin) {
        static Visitor of(Session session) {
            return new Visitor(
                    session.key().space().account(),
                    session.key().space().mode() == AccountSpace.Mode.TEST,
                    session.key().keyId(),
                    session.csrfToken(),
                    session.key().allows(Scope.WRITE),
                    session.key().allows(Scope.ADMIN));
        }

        @Override
        public String toString() {
            return "Visitor[" + account + "]";
        }
    }

    /** Returns the CSRF token; empty before sign-in. */
    public String csrf() {
        return visitor == null ? "" : visitor.csrf();
    }
}
