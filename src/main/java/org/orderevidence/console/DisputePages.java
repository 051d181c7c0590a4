package org.orderevidence.console;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orderevidence.account.Scope;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Routes;
import org.orderevidence.order.WireNamed;
import org.orderevidence.receipt.Status;
import org.orderevidence.service.EvidenceService;

public final class DisputePages {
    /** Leads to the disputes if there are open ones, otherwise to the orders. */
    static final String START = "/console/start";

    private static final String PATH = "/console/disputes";
    private static final Pattern ABBREVIATION = Pattern.compile("\\b(id|ip)\\b");
    private static final String STATS = "/api/v2/disputes/stats?by=";

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
                                "disagrees",
                                "dueBefore"))
                .add(PATH + "/outcomes", "GET", Scope.READ, DisputePages::outcomes)
                .add(
                        START,
                        "GET",
                        Scope.READ,
                        visit -> Visit.redirect(service.disputes().hasOpen(visit.space()) ? PATH : "/console"));
    }

    private static Answer outcomes(Visit visit) {
        String by = visit.query("by");
        return CallResult.get(visit, STATS + (by.isEmpty() ? "month" : Visit.encode(by)))
                .answer(visit, stats -> visit.page("console/outcomes.jte", "Outcomes", new Row(stats)));
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

    /** Returns by what outcomes can be grouped, each with its label. */
    public static List<Choice> groupings() {
        return List.of(
                new Choice("month", "Month"),
                new Choice("condition", "Network code"),
                new Choice("processor", "Processor"),
                new Choice("elements", "Matched elements"));
    }

    /** Returns a group of outcomes in words. */
    public static String group(Row outcomes) {
        return outcomes.text("group").replace('_', ' ').replace("+", " + ");
    }

    /** Returns a share of the settled charges in percent; a dash without charges. */
    public static String percent(Row month, String name) {
        return month.json().has(name)
                ? String.format(Locale.ROOT, "%.2f %%", month.number(name) / 100.0)
                : Shown.orDash("");
    }

    /** Returns whether the limits of the monitoring program are reached in a month. */
    public static Status monitored(Row month) {
        if (month.json().path("exceeded").asBoolean()) {
            return month.json().path("exceededWithoutReady").asBoolean()
                    ? new Status(Status.Tone.BAD, "Reaches both limits")
                    : new Status(Status.Tone.NOTICE, "Reaches both limits, unless the ready evidence is sent");
        }
        return month.json().path("exceededAtEnd").asBoolean()
                ? new Status(Status.Tone.NOTICE, "Reaches both limits at the end of the month")
                : new Status(Status.Tone.GOOD, "Below a limit");
    }

    /** Returns what both sides say about a dispute; empty unless the list is of disagreements. */
    public static String disagreement(Row queued) {
        Row sides = queued.part("disagreement");
        return sides.text("ours").isEmpty()
                ? ""
                : "Ours (profile stripe): " + words(sides, "ours") + ". Processor: " + words(sides, "processors") + ". "
                        + sides.json()
                                .path("requiredActions")
                                .valueStream()
                                .map(action -> action.asString().replace('_', ' '))
                                .collect(Collectors.joining(", "));
    }

    private static String words(Row sides, String name) {
        return Eligibility.Status.valueOf(sides.text(name).toUpperCase(Locale.ROOT))
                .words()
                .toLowerCase(Locale.ROOT);
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
                .orElseGet(() -> ABBREVIATION
                        .matcher(missing.replaceFirst("_missing$", "").replace('_', ' '))
                        .replaceAll(found -> found.group().toUpperCase(Locale.ROOT)));
    }

    public record Choice(String value, String label) {}
}
