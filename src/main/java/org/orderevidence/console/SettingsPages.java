package org.orderevidence.console;

import org.orderevidence.account.Scope;
import org.orderevidence.service.EvidenceService;

/** The routes of the settings, and the page of the audit log. Each needs the scope admin. */
public final class SettingsPages {
    private SettingsPages() {}

    static void addTo(PageRoutes pages, EvidenceService service) {
        pages.addSection("Settings", "/console/settings", Scope.ADMIN, _ -> Visit.redirect(KeyPages.PATH));
        KeyPages.addTo(pages);
        ProfilePage.addTo(pages);
        IntegrationPages.addTo(pages);
        new CustomerPages(service).addTo(pages);
        pages.addTab(
                "Audit log",
                "/console/settings/audit",
                Listing.page(
                        "console/settings/audit.jte",
                        "Audit log",
                        "/api/v2/account/audit?per=50",
                        "entries",
                        "about",
                        "orderId"));
    }

    /** Returns who did it: the label of a key with its ID, or the operator. */
    public static String actor(Row entry) {
        String actor = entry.text("actor");
        String name = entry.text("actorName");
        return actor.equals("cli") ? "Operator" : name.isEmpty() ? actor : name + " (" + actor + ")";
    }

    /** Returns what was done in words. An unknown code is shown as it is. */
    public static String action(Row entry) {
        return Shown.capital(entry.text("action").replace('_', ' '));
    }

    /** Returns the ID of what was changed, with a part of it, or a dash. */
    public static String subject(Row entry) {
        String key = entry.text("keyId");
        String newKey = entry.text("newKeyId");
        String subject = newKey.isEmpty() ? key : key + " → " + newKey;
        String part = entry.text("fields") + entry.text("factId") + entry.text("submission");
        return Shown.orDash(
                subject + entry.text("integrationId") + entry.text("orderId") + (part.isEmpty() ? "" : ": " + part));
    }
}
