package org.orderevidence.console;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.receipt.Status.Tone;

/**
 * What surrounds the content of each page.
 *
 * @param title without the product's name
 * @param assets the path of style sheets and scripts, without a slash at the end
 * @param path of the page, which belongs to a section; empty for a page that belongs to none
 */
public record Frame(
        String title,
        @Nullable Notice notice,
        @Nullable Session session,
        String assets,
        Navigation navigation,
        String path) {
    /** The parts of the console, in the sequence in which pages name them. */
    public record Navigation(List<Section> sections, List<Section> tabs) {}

    /** A part of the console, with its name in the navigation and the path of its first page. */
    public record Section(String label, String path, Scope scope) {
        private boolean contains(String page) {
            return page.equals(path) || page.startsWith(path + "/");
        }
    }

    /** A message above the content of a page. */
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

    /** Returns the parts of the console that the session may open. */
    public List<Section> sections() {
        return navigation.sections().stream()
                .filter(section -> session != null && session.key().allows(section.scope()))
                .toList();
    }

    /** True if the session may open the part of the console with this path. */
    public boolean opens(String section) {
        return sections().stream().anyMatch(each -> each.path().equals(section));
    }

    /** True if the page belongs to a part of the console, and to no other that is inside it. */
    public boolean isIn(Section section) {
        return section.contains(path)
                && navigation.sections().stream()
                        .noneMatch(other -> other.path().startsWith(section.path() + "/") && other.contains(path));
    }

    /** True if a key of the test mode is signed in. */
    public boolean isTest() {
        return session != null && session.key().space().mode() == AccountSpace.Mode.TEST;
    }
}
