package org.orderevidence.console;

import org.orderevidence.http.Answer;

/** The page of the audit log. */
public final class AuditPage {
    private AuditPage() {}

    static Answer list(Visit visit) {
        return Listing.answer(
                visit,
                "/api/v2/account/audit?per=50",
                "entries",
                "",
                log -> visit.page("console/settings/audit.jte", SettingsPages.heading("Audit log"), log));
    }

    /** Returns who made a change: a key's ID, or the operator. */
    public static String actor(Row entry) {
        String actor = entry.text("actor");
        return actor.equals("cli") ? "Operator" : actor;
    }

    /** Returns the change in words. An unknown code is shown as it is. */
    public static String action(Row entry) {
        String words = entry.text("action").replace('_', ' ');
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** Returns the ID of what was changed, or a dash. */
    public static String subject(Row entry) {
        String key = entry.text("keyId");
        String newKey = entry.text("newKeyId");
        String subject = newKey.isEmpty() ? key : key + " → " + newKey;
        return Shown.orDash(subject.isEmpty() ? entry.text("integrationId") + entry.text("orderId") : subject);
    }
}
