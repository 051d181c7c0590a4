package org.orderevidence.console;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.console.OrderModel.Line;
import org.orderevidence.http.Answer;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.service.EvidenceService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows, exports and erases everything of a customer. The e-mail address is only in forms, never in a URL. */
public record CustomerPages(EvidenceService service) {
    private static final String PATH = "/console/settings/customers";
    private static final String EXPORT = "/api/v2/customers/export";
    private static final String ERASE = "/api/v2/customers/erase";

    /** Pages of an export that a download has at most. Each has 50 orders. */
    private static final int MOST_PAGES = 20;

    void addTo(PageRoutes pages) {
        pages.addTab("Customers", PATH, visit -> ask(visit, 200, ""))
                .addAction(PATH, visit -> show(visit, null))
                .addAction(PATH + "/export", CustomerPages::export)
                .addAction(PATH + "/erase", this::erase);
    }

    /** What the page shows. */
    public record Model(String email, Row stored, Plan plan, String error) {
        /** What is about the merchant or the service, and what an amount says too. */
        private static final Set<String> LEFT_OUT = Set.of("merchantProfile", "completeness", "version", "currency");

        private static final Set<String> AMOUNTS = Set.of("amount", "refundedAmount");
        private static final Pattern SHORT = Pattern.compile("\\b(id|ip|arn|eci|avs)\\b");

        public boolean isEmpty() {
            return orders().isEmpty() && sightings().isEmpty() && !isContinued();
        }

        public List<Row> orders() {
            return Row.list(stored.json(), "orders");
        }

        /** Returns the sightings, which the last page has. */
        public List<Row> sightings() {
            return Row.list(stored.json(), "sightings");
        }

        public boolean isContinued() {
            return !stored.text("nextCursor").isEmpty();
        }

        /** Returns everything about an order, except what is about the merchant. */
        public static List<Line> lines(Row order) {
            List<Line> lines = new ArrayList<>();
            add(lines, "", order.part("charge").json());
            add(lines, "", order.part("digitalReceipt").json());
            return lines;
        }

        private static void add(List<Line> lines, String path, JsonNode value) {
            if (value.isObject()) {
                String before = path.isEmpty() ? "" : path + ": ";
                String currency = value.path("currency").asString("");
                value.propertyStream()
                        .filter(part -> !LEFT_OUT.contains(part.getKey()))
                        .forEach(part -> {
                            if (part.getValue().isNumber() && AMOUNTS.contains(part.getKey()) && !currency.isEmpty()) {
                                String amount = Shown.amount(part.getValue().asLong(), Currency.getInstance(currency));
                                lines.add(new Line(words(before + part.getKey()), amount));
                            } else {
                                add(lines, before + part.getKey(), part.getValue());
                            }
                        });
            } else if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    add(lines, path + " " + (i + 1), value.get(i));
                }
            } else if (!value.isNull() && !value.asString().equals("false")) {
                lines.add(new Line(words(path), value.asString()));
            }
        }

        private static String words(String path) {
            String words = path.replaceAll("([a-z])([A-Z])", "$1 $2")
                    .replace('_', ' ')
                    .replace(".", ": ")
                    .toLowerCase(Locale.ROOT);
            return Shown.capital(
                    SHORT.matcher(words).replaceAll(word -> word.group().toUpperCase(Locale.ROOT)));
        }

        @Override
        public String toString() {
            return "Model";
        }
    }

    /** What an erasure does, or has done. */
    public record Plan(Row answer) {
        /** Returns the orders, at most 1,000. */
        public List<Row> orders() {
            return Row.list(answer.json(), "orders");
        }

        /** Returns how many of the orders are erased. */
        public long erased() {
            return orders().stream().filter(Plan::isErased).count();
        }

        /** Returns how many of the orders stay. */
        public long kept() {
            return orders().size() - erased();
        }

        /** Returns false if there are more orders, which the service erases by itself. */
        public boolean isComplete() {
            return answer.json().path("complete").asBoolean(true);
        }

        public static boolean isErased(Row order) {
            return order.text("outcome").equals("erased");
        }

        public static String reason(Row order) {
            return switch (order.text("reason")) {
                case "hold" -> "It is held. Nothing of it is removed.";
                case "open_dispute" -> "A dispute of it is open (GDPR, Art. 17(3)(e)).";
                case "disputable" -> "A dispute of it can be raised (GDPR, Art. 17(3)(e)).";
                default -> "–";
            };
        }

        public static String until(Row order) {
            return switch (order.text("reason")) {
                case "hold" -> "it is released";
                case "open_dispute" -> "the dispute is closed";
                default -> Shown.orDash(order.text("until"));
            };
        }
    }

    public record Report(String email, String at, String account, String by, Plan plan) {
        @Override
        public String toString() {
            return "Report";
        }
    }

    private static Answer ask(Visit visit, int status, String error) {
        Row nothing = new Row(JsonMapper.shared().createObjectNode());
        Model model = new Model(visit.form().text("email"), nothing, new Plan(nothing), error);
        return visit.page(status, "console/settings/customers.jte", "Customers", null, model);
    }

    private static Answer show(Visit visit, @Nullable Notice refused) {
        String email = visit.form().text("email");
        CallResult stored = CallResult.send(
                visit,
                "POST",
                EXPORT,
                Map.of("email", email, "cursor", visit.form().text("cursor")));
        CallResult plan = CallResult.send(visit, "POST", ERASE, Map.of("email", email, "preview", true));
        return switch (stored) {
            case CallResult.Refused refusal -> refused(visit, refusal);
            case CallResult.Done(JsonNode page)
            when plan instanceof CallResult.Done(JsonNode erasure) && page.isObject() && erasure.isObject() -> {
                Model model = new Model(email, new Row(page), new Plan(new Row(erasure)), "");
                int status = refused == null ? 200 : 422;
                yield visit.page(status, "console/settings/customers.jte", "Customers", refused, model);
            }
            case CallResult.Done _ ->
                ask(visit, 422, "There is too much data for a page. Use ./evidence customer export.");
        };
    }

    private static Answer refused(Visit visit, CallResult.Refused refusal) {
        return refusal.errors().isEmpty()
                ? refusal.page(visit)
                : ask(
                        visit,
                        refusal.status(),
                        "The e-mail address " + refusal.errors().getFirst().detail() + ".");
    }

    private static Answer export(Visit visit) {
        ObjectNode all = JsonMapper.shared().createObjectNode();
        String cursor = "";
        for (int i = 0; i == 0 || (i < MOST_PAGES && !cursor.isEmpty()); i++) {
            Map<String, String> asked = Map.of("email", visit.form().text("email"), "cursor", cursor);
            switch (CallResult.send(visit, "POST", EXPORT, asked)) {
                case CallResult.Refused refusal -> {
                    return refused(visit, refusal);
                }
                case CallResult.Done(JsonNode page) -> {
                    page.path("orders").forEach(all.withArray("/orders")::add);
                    page.propertyStream()
                            .filter(part -> !part.getKey().equals("orders"))
                            .forEach(part -> all.set(part.getKey(), part.getValue()));
                    cursor = page.path("nextCursor").asString("");
                }
            }
            if (cursor.isEmpty()) {
                all.remove("nextCursor");
            }
        }
        visit.exchange().body().clear();
        visit.exchange()
                .body()
                .append(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsBytes(all));
        return new Answer(
                200, MediaTypes.JSON, List.of("Content-Disposition", "attachment; filename=\"customer.json\""));
    }

    private Answer erase(Visit visit) {
        String email = visit.form().text("email");
        if (!visit.form().text("confirmed").equalsIgnoreCase(email)) {
            return show(visit, Notice.bad("Nothing was erased. Enter the e-mail address to confirm."));
        }
        return switch (CallResult.send(visit, "POST", ERASE, Map.of("email", email))) {
            case CallResult.Refused refusal -> refused(visit, refusal);
            case CallResult.Done(JsonNode erasure) -> {
                String account =
                        visit.space().account() + " (" + visit.space().mode().wireName() + ")";
                Plan plan = new Plan(new Row(erasure));
                yield visit.page(
                        "console/settings/erasure.jte",
                        "Erasure report",
                        new Report(email, Shown.time(service.now()), account, by(visit), plan));
            }
        };
    }

    /** Returns the key of the session, with its label if it has one. */
    private static String by(Visit visit) {
        String id = visit.session().key().keyId();
        return Row.list(CallResult.get(visit, "/api/v2/keys?per=100").done(), "keys").stream()
                .filter(key -> key.text("id").equals(id) && !key.text("label").isEmpty())
                .map(key -> key.text("label") + " (" + id + ")")
                .findFirst()
                .orElse(id);
    }
}
