package org.orderevidence.console;

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
                .add("/console/settings/profile/preview", "GET", Scope.ADMIN, ReceiptPreview::stored)
                .add("/console/settings/profile/preview", "POST", Scope.ADMIN, ReceiptPreview::typed)
                .add("/console/settings/integrations", "GET", Scope.ADMIN, IntegrationPages::list)
                .add("/console/settings/integrations", "POST", Scope.ADMIN, IntegrationPages::add)
                .add("/console/settings/integrations/{id}", "GET", Scope.ADMIN, IntegrationPages::show)
                .add("/console/settings/integrations/{id}/rotate", "POST", Scope.ADMIN, IntegrationPages::rotate)
                .add("/console/settings/integrations/{id}/replay", "POST", Scope.ADMIN, IntegrationPages::replay)
                .add("/console/settings/integrations/{id}/remove", "POST", Scope.ADMIN, IntegrationPages::remove)
                .add("/console/settings/audit", "GET", Scope.ADMIN, AuditPage::list);
    }
}
