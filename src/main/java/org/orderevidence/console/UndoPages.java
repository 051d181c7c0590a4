package org.orderevidence.console;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.http.Answer;
import tools.jackson.databind.JsonNode;

/** Lists the uploads that have an ID, and undoes them. */
public final class UndoPages {
    private static final String API = "/api/v2/uploads";
    private static final String PATH = "/console/upload/earlier";

    private UndoPages() {}

    static void addTo(PageRoutes pages) {
        pages.add(PATH, "GET", Scope.READ, visit -> list(visit, null, List.of()))
                .add(PATH + "/{id}/undo", "GET", Scope.READ, _ -> Visit.redirect(PATH))
                .add(PATH + "/{id}/undo", "POST", Scope.ADMIN, UndoPages::undo);
    }

    /** What the page shows. */
    public record Model(Listing uploads, List<Row> kept) {

        public static String reason(Row order) {
            return switch (order.text("reason")) {
                case "disputed" -> "It has a dispute or a fraud report.";
                case "held" -> "It has a legal hold.";
                default -> "Another upload, a platform or a person has changed it.";
            };
        }
    }

    private static Answer list(Visit visit, @Nullable Notice notice, List<Row> kept) {
        return Listing.answer(
                visit,
                API + "?per=50",
                "uploads",
                "",
                uploads -> visit.page(200, "console/upload/uploads.jte", "Uploads", notice, new Model(uploads, kept)));
    }

    private static Answer undo(Visit visit) {
        String target = API + "/" + Visit.encode(visit.parameter("id")) + "/undo";
        return switch (CallResult.send(visit, "POST", target)) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode undone) -> {
                int removed = undone.path("removed").asInt();
                List<Row> kept = Row.list(undone, "kept");
                String rest = undone.path("complete").asBoolean()
                        ? ""
                        : " There are more orders, which the service removes in the next minutes.";
                String done = Shown.count(removed, "order") + (removed == 1 ? " was" : " were") + " removed. "
                        + Shown.count(kept.size(), "order") + (kept.size() == 1 ? " stays." : " stay.") + rest;
                yield list(visit, Notice.good(done), kept);
            }
        };
    }
}
