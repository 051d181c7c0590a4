package org.orderevidence.console;

import java.util.LinkedHashMap;
import java.util.Map;
import org.orderevidence.account.Scope;

/** The routes of the settings. Each needs the scope admin. */
public final class SettingsPages {
    private SettingsPages() {}

    /** Adds the pages. */
    public static void addTo(PageRoutes pages) {
        pages.add("/console/settings", "GET", Scope.ADMIN, _ -> Visit.redirect(Tab.KEYS.path()))
                .add("/console/settings/keys", "GET", Scope.ADMIN, KeyPages::list)
                .add("/console/settings/keys", "POST", Scope.ADMIN, KeyPages::create)
                .add("/console/settings/keys/{id}", "GET", Scope.ADMIN, KeyPages::show)
                .add("/console/settings/keys/{id}/rotate", "POST", Scope.ADMIN, KeyPages::rotate)
                .add("/console/settings/keys/{id}/revoke", "POST", Scope.ADMIN, KeyPages::revoke)
                .add("/console/settings/profile", "GET", Scope.ADMIN, ProfilePage::show)
                .add("/console/settings/profile", "POST", Scope.ADMIN, ProfilePage::change)
                .add("/console/settings/profile/preview", "GET", Scope.ADMIN, ProfilePage::previewStored)
                .add("/console/settings/profile/preview", "POST", Scope.ADMIN, ProfilePage::previewTyped)
                .add("/console/settings/integrations", "GET", Scope.ADMIN, IntegrationPages::list)
                .add("/console/settings/integrations", "POST", Scope.ADMIN, IntegrationPages::add)
                .add("/console/settings/integrations/{id}", "GET", Scope.ADMIN, IntegrationPages::show)
                .add("/console/settings/integrations/{id}/rotate", "POST", Scope.ADMIN, IntegrationPages::rotate)
                .add("/console/settings/integrations/{id}/replay", "POST", Scope.ADMIN, IntegrationPages::replay)
                .add("/console/settings/integrations/{id}/remove", "POST", Scope.ADMIN, IntegrationPages::remove)
                .add("/console/settings/audit", "GET", Scope.ADMIN, AuditPage::list);
    }

    /** Returns the heading of a page. */
    static Visit.Heading heading(String title) {
        return Visit.Heading.of(title, Section.SETTINGS);
    }

    /** Returns a message that a change was refused. */
    static Notice refusal(CallResult.Refused refused) {
        return new Notice(Tone.BAD, refused.detail());
    }

    /** Returns a message that a change was made. */
    static Notice done(String text) {
        return new Notice(Tone.GOOD, text);
    }

    /** Returns the end of the query for the part of a list after a cursor; empty for the first part. */
    static String after(String cursor) {
        return cursor.isEmpty() ? "" : "&cursor=" + Visit.encode(cursor);
    }

    /** Returns a map without the entries whose value is empty. */
    static Map<String, Object> withoutEmpty(Map<String, Object> values) {
        Map<String, Object> some = new LinkedHashMap<>(values);
        some.values().removeIf(""::equals);
        return some;
    }
}
