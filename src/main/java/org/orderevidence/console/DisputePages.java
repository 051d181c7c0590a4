package org.orderevidence.console;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orderevidence.account.Scope;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.http.Routes;
import org.orderevidence.order.WireNamed;
import org.orderevidence.receipt.Status;
import org.orderevidence.service.EvidenceService;

public final class DisputePages {
    /** Leads to the disputes if there are open ones, otherwise to the orders. */
    static final String START = "/console/start";

    private static final String PATH = "/console/disputes";

    private DisputePages() {}

    static void addTo(PageRoutes pages, EvidenceService service) {
        pages.addSection(
                        "Disputes",
                        PATH,
                        Scope.READ,
                        Listing.page(
                                "console/disputes.jte",
                                "Disputes",
                                "/api/v2/disputes?per=20",
                                "disputes",
                                "status",
                                "verdict",
                                "dueBefore"))
                .add(
                        START,
                        "GET",
                        Scope.READ,
                        visit -> Visit.redirect(service.disputes().hasOpen(visit.space()) ? PATH : "/console"));
    }

    /** Adds the download of the list. */
    static void addCsv(PageRoutes pages, Routes routes) {
        Listing.addCsv(pages, PATH + ".csv", routes.operation("GET", "/api/v2/disputes"));
    }

    public static List<Choice> states() {
        return Stream.of("open", "closed", "won", "lost", "withdrawn", "prevented")
                .map(state -> new Choice(state, state.equals("closed") ? "All closed" : Shown.capital(state)))
                .toList();
    }

    public static List<Choice> verdicts() {
        return Stream.of(Eligibility.Status.values())
                .map(verdict -> new Choice(verdict.wireName(), verdict.words()))
                .toList();
    }

    /** Returns how long there is to answer; empty without deadline. */
    public static String left(Row queued) {
        if (!queued.json().has("daysLeft")) {
            return "";
        }
        int days = queued.number("daysLeft");
        return days < 0 ? "Over" : days == 0 ? "Today" : Shown.count(days, "day") + " left";
    }

    public static Status verdict(Row queued) {
        String verdict = queued.text("verdict");
        return verdict.isEmpty()
                ? new Status(Status.Tone.NEUTRAL, "Not about fraud")
                : Shown.verdict(Eligibility.Status.valueOf(verdict.toUpperCase(Locale.ROOT)));
    }

    /** Returns what to do next about the evidence; empty if there is nothing to do. */
    public static String next(Row queued) {
        String missing = queued.json()
                .path("missing")
                .valueStream()
                .map(code -> words(code.asString()))
                .collect(Collectors.joining(", "));
        return queued.json().path("ready").asBoolean()
                ? "Ready to send"
                : missing.isEmpty() ? "" : "Missing: " + missing;
    }

    private static String words(String missing) {
        return WireNamed.find(Eligibility.Gap.values(), missing)
                .map(Eligibility.Gap::words)
                .orElse(missing.replace('_', ' '));
    }

    public record Choice(String value, String label) {}
}
