package org.orderevidence.api;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.Scope;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.Erasures.CustomerErasure;
import org.orderevidence.erasure.Erasures.ErasedOrder;
import org.orderevidence.erasure.Erasures.Stay;
import org.orderevidence.evidence.Profile;
import org.orderevidence.http.Answer;
import org.orderevidence.http.EntityTags;
import org.orderevidence.http.EntityTags.VersionTag;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Email;
import org.orderevidence.order.Hold;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderQuery;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.WireNamed;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.EditedOrder;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.service.EvidenceService.TooManyParts;
import org.orderevidence.service.OrderSearch.FoundOrders;
import org.orderevidence.service.OrderSearch.NearOrder;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.service.OrderSearch.OrderPage;
import org.orderevidence.service.OrderSearch.SearchResult;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.OrderPatch;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.OrderWriter;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.SearchReader;
import org.orderevidence.wire.SearchReader.SearchRequest;
import org.orderevidence.wire.TextRule;
import org.orderevidence.wire.WireDate;

/**
 * Tracks, exports and erases customers, and lists, searches, fetches, changes, holds and erases orders.
 */
record OrderOperations(EvidenceService service, Erasures erasures, Accounts accounts) {
    private static final int DEFAULT_PER = 10;
    private static final int MAX_PER = 100;
    private static final List<String> FILTERS = List.of("from", "to", "status", "order");
    private static final List<String> PARAMETERS = List.of("page", "per", "cursor", "from", "to", "status", "order");

    private static final TextRule REASON = TextRule.line(Hold.MAX_REASON);

    /** Largest offset that is found by counting. Only the cursor goes beyond it. */
    private static final int MAX_SKIP = 10_000;

    /** Orders of a page of an export. Each is written twice: as a charge and as a receipt. */
    private static final int EXPORTED = 50;

    private static final int MAX_SIGHTINGS = 10_000;
    private static final int SIGHTING_BYTES = 128;

    /** Reads how many orders or facts a list has at most. */
    static int per(Query query) {
        return query.number("per", DEFAULT_PER, 1, MAX_PER);
    }

    Answer track(Exchange exchange) {
        boolean strict = exchange.isStrict();
        return new RequestBody(exchange)
                .answer(
                        body -> OrderReader.readSighting(
                                body,
                                "",
                                service.now(),
                                service.retention().days(exchange.space()),
                                new Faults(Faults.Unknown.refusedIf(strict))),
                        good -> {
                            Instant recordedAt = service.track(exchange.space(), List.of(good.value()));
                            try (JsonWriter json = exchange.json()) {
                                json.writeNumber(recordedAt.toEpochMilli());
                            }
                            return Answer.json(200, strict);
                        });
    }

    /** Returns one order: its evidence, its charge and its digital receipt. */
    Answer fetch(Exchange exchange) {
        Query query = new Query(exchange, List.of("asOf", "profile"));
        FetchQuery asked = FetchQuery.read(query);
        return query.answer(exchange, () -> {
            exchange.share().hold(RequestMemory.FETCH);
            Optional<FetchedOrder> fetched =
                    exchange.ofOrder(id -> service.fetch(exchange.space(), id, asked.asOf(), asked.profile()));
            if (fetched.isEmpty()) {
                return exchange.orderNotFound();
            }
            try (JsonWriter json = exchange.json()) {
                write(json, fetched.get());
            }
            String tag = VersionTag.of(fetched.get().order().version(), exchange.body());
            String[] headers = {"ETag", tag, "Cache-Control", "private, no-cache"};
            return EntityTags.isKnown(exchange, tag) ? Answer.empty(304, headers) : Answer.json(200, headers);
        });
    }

    static void write(JsonWriter json, FetchedOrder fetched) {
        json.writeStartObject();
        writeFetched(json, fetched);
        json.writeEndObject();
    }

    /** Writes the verdict, the charge and the receipt, as fields of an object that is open. */
    static void writeFetched(JsonWriter json, FetchedOrder fetched) {
        json.writeName("compellingEvidence");
        OrderWriter.writeVerdict(json, fetched.eligibility());
        writeOrder(json, fetched.order(), fetched.account().profile());
    }

    /** Writes the charge and the receipt of an order, as fields of an object that is open. */
    static void writeOrder(JsonWriter json, StoredOrder order, MerchantInfo profile) {
        json.writeName("charge");
        OrderWriter.writeChargeWithSources(json, order);
        json.writeName("digitalReceipt");
        OrderWriter.writeReceipt(json, DigitalReceipt.of(order.order(), profile));
    }

    Answer list(Exchange exchange) {
        Query query = new Query(exchange, PARAMETERS);
        int page = query.number("page", 0, 0, MAX_SKIP);
        int per = per(query);
        boolean isFiltered = FILTERS.stream().anyMatch(query::has);
        OrderFilter filter = filter(query);
        Cursor cursor = new Cursor(List.of(filter));
        ListPlace after = cursor.read(query, ListPlace::parse);
        if (after != null && page != 0) {
            query.error("page", "page and cursor exclude each other; leave page out");
        }
        if (isFiltered && page != 0) {
            query.error("page", "page does not go with filters; continue with cursor=<nextCursor>");
        }
        if (!query.isRefused() && (long) page * per > MAX_SKIP) {
            query.error("page", "page * per must be at most " + MAX_SKIP + "; continue with cursor=<nextCursor>");
        }
        return query.answer(exchange, () -> {
            if (isFiltered) {
                // Many orders may be examined for a few: a turn is only taken to write them.
                hold(exchange, filter.isIndexed(), per);
                FoundOrders found = service.find(exchange.space(), filter, after, per);
                return inTurn(
                        exchange,
                        per,
                        () -> exchange.object(200, json -> {
                            writeOrders(json, found.orders());
                            writePlace(json, 0, per);
                            writeNext(json, cursor, found.next());
                        }));
            }
            // The service reads one more order than the answer has.
            exchange.holdList(per + 1);
            return inTurn(exchange, per, () -> {
                OrderPage orders = service.list(exchange.space(), after, page * per, per);
                return exchange.object(200, json -> {
                    writeOrders(json, orders.orders());
                    writePlace(json, page, per);
                    json.writeNumberProperty("total", orders.total());
                    if (orders.totalAsOf() != null) {
                        json.time("totalAsOf", orders.totalAsOf());
                    }
                    writeNext(json, cursor, orders.next());
                });
            });
        });
    }

    /** Reads the filters of a list: {@code from}, {@code to}, {@code status} and {@code order}. */
    private static OrderFilter filter(Query query) {
        LocalDate from = day(query, "from");
        LocalDate to = day(query, "to");
        Charge.Status status = query.value(
                "status", text -> WireNamed.find(Charge.Status.values(), text), "status must be succeeded or failed");
        String order = query.matching("order", "asc|desc", "order must be desc (newest first) or asc; default desc");
        boolean fits = fits(query, from, to);
        return OrderFilter.of(fits ? from : null, fits ? to : null, status, "asc".equals(order));
    }

    private static boolean fits(Query query, @Nullable LocalDate from, @Nullable LocalDate to) {
        if (query.has("from") != query.has("to")) {
            String missing = query.has("from") ? "to" : "from";
            query.error(
                    missing,
                    "send from and to together, at most " + SearchReader.MAX_DAYS + " days; " + missing
                            + " is missing");
            return false;
        }
        if (from != null
                && to != null
                && (to.isBefore(from) || ChronoUnit.DAYS.between(from, to) >= SearchReader.MAX_DAYS)) {
            query.error(
                    "to",
                    "to must be from 0 to " + (SearchReader.MAX_DAYS - 1) + " days after from; both days are included");
            return false;
        }
        return true;
    }

    static @Nullable LocalDate day(Query query, String name) {
        return query.value(
                name,
                text -> Optional.ofNullable(WireDate.day(text)),
                name + " must be a day from 2000-01-01 on, such as 2026-11-20");
    }

    /** Finds orders by a value that must not be in a URL. */
    Answer search(Exchange exchange) {
        return new RequestBody(exchange).answer(SearchReader::read, good -> search(exchange, good.value()));
    }

    private Answer search(Exchange exchange, SearchRequest request) {
        Cursor cursor = new Cursor(filters(request.query()));
        ListPlace after = request.cursor() == null
                ? null
                : cursor.read(request.cursor(), ListPlace::parse).orElse(null);
        if (request.cursor() != null && after == null) {
            Faults faults = new Faults(Faults.Unknown.IGNORED);
            faults.error("/cursor", FaultCode.INVALID_FORMAT, Cursor.RULE);
            return exchange.invalidParameters(faults);
        }
        int per = request.per();
        hold(exchange, request.query().isIndexed(), per);
        try (Places.Place _ = exchange.read()) {
            SearchResult result = service.search(exchange.space(), List.of(request.query()), after, per);
            return inTurn(
                    exchange,
                    per,
                    () -> exchange.object(200, json -> {
                        writeOrders(json, result.found().orders());
                        writeNear(json, result.near());
                        writeNext(json, cursor, result.found().next());
                    }));
        }
    }

    private static void writeNear(JsonWriter json, List<NearOrder> near) {
        if (near.isEmpty()) {
            return;
        }
        json.writeObjects("near", near, order -> {
            json.writeStringProperty("reason", order.reason().wireName());
            json.writeName("order");
            OrderWriter.writeCharge(json, order.order());
        });
    }

    private static List<@Nullable Object> filters(OrderQuery query) {
        return Arrays.asList(
                query.orderId() == null ? null : query.orderId().text(),
                query.values(),
                query.currency(),
                query.date(),
                query.from(),
                query.to());
    }

    private static void hold(Exchange exchange, boolean isIndexed, int per) {
        int held = isIndexed ? per : per + EvidenceService.READ_TOGETHER;
        exchange.holdList(held);
    }

    private static Answer inTurn(Exchange exchange, int per, Supplier<Answer> answer) {
        if (per <= DEFAULT_PER) {
            return answer.get();
        }
        try (Places.Place _ = exchange.turn()) {
            return answer.get();
        }
    }

    private static void writeOrders(JsonWriter json, List<StoredOrder> orders) {
        json.writeArrayPropertyStart("orders");
        orders.forEach(order -> OrderWriter.writeCharge(json, order));
        json.writeEndArray();
    }

    private static void writePlace(JsonWriter json, int page, int per) {
        json.writeNumberProperty("page", page);
        json.writeNumberProperty("per", per);
    }

    private static void writeNext(JsonWriter json, Cursor cursor, @Nullable ListPlace next) {
        if (next != null) {
            json.writeStringProperty("nextCursor", cursor.write(next.text()));
        }
    }

    Answer patch(Exchange exchange) {
        IfMatch ifMatch = IfMatch.of(exchange);
        if (ifMatch.isMalformed()) {
            return IfMatch.malformed(exchange);
        }
        return new RequestBody(exchange)
                .answer(
                        IfMatch.MERGE_PATCH,
                        body -> OrderPatch.read(body, service.now()),
                        good -> patch(exchange, good.value(), ifMatch));
    }

    private Answer patch(Exchange exchange, OrderPatch patch, IfMatch ifMatch) {
        OrderId id = exchange.orderId();
        if (id == null) {
            return exchange.orderNotFound();
        }
        exchange.share().hold(RequestMemory.FETCH);
        Optional<EditedOrder> edited;
        try {
            // The service may apply it more than once. Each time it gets the version that it replaces, so the check of
            // If-Match and the write are one step.
            edited = service.edit(exchange.actor(), exchange.space(), id, held -> {
                ifMatch.require(held.version());
                return IfMatch.good(patch.apply(held.order())).value();
            });
        } catch (IfMatch.Refused refused) {
            return refused.answer(exchange);
        } catch (TooManyParts refused) {
            return exchange.invalid(new FieldError("", FaultCode.TOO_MANY, UploadRecords.UploadResult.TOO_MANY_PARTS));
        }
        return edited.map(done -> write(exchange, done.order(), done.changed())).orElseGet(exchange::orderNotFound);
    }

    /** Erases an order. Repeating it changes nothing. */
    Answer erase(Exchange exchange) {
        OrderId id = exchange.orderId();
        return id == null
                ? exchange.orderNotFound()
                : AccountOperations.change(exchange, accounts, actor -> switch (erasures.eraseOrder(
                        actor, exchange.space(), id)) {
                    case NOT_FOUND -> exchange.orderNotFound();
                    case STAYS ->
                        exchange.problem(
                                Problem.ORDER_HELD, "This order has a legal hold. Release it before you erase it.");
                    case ERASED ->
                        exchange.object(200, json -> {
                            json.writeStringProperty("id", id.value());
                            json.writeStringProperty("outcome", "erased");
                        });
                });
    }

    /** Holds an order, so that nothing removes it. */
    Answer hold(Exchange exchange) {
        return new RequestBody(exchange)
                .answer(
                        body -> Fields.<PersonalText>read(body, Faults.Unknown.REFUSED, fields -> {
                            fields.require("reason");
                            String reason = fields.text("reason", REASON);
                            return reason == null ? null : new PersonalText(reason);
                        }),
                        good -> hold(exchange, AuditAction.ORDER_HELD, good.value()));
    }

    /** Releases an order. Repeating it changes nothing. */
    Answer release(Exchange exchange) {
        return hold(exchange, AuditAction.ORDER_RELEASED, null);
    }

    private Answer hold(Exchange exchange, AuditAction action, @Nullable PersonalText reason) {
        exchange.share().hold(RequestMemory.FETCH);
        Optional<StoredOrder> order = exchange.ofOrder(id -> service.order(exchange.space(), id));
        if (order.isEmpty()) {
            return exchange.orderNotFound();
        }
        OrderId current = order.get().order().id();
        return AccountOperations.change(exchange, accounts, actor -> {
            accounts.audit().add(actor, exchange.space(), action, current.value(), null);
            return service.hold(exchange.space(), current, reason)
                    .map(held ->
                            write(exchange, held, held.version() != order.get().version()))
                    .orElseGet(exchange::orderNotFound);
        });
    }

    private static Answer write(Exchange exchange, StoredOrder order, boolean changed) {
        return exchange.object(200, json -> {
            json.writeStringProperty("id", order.order().id().value());
            json.writeStringProperty("outcome", changed ? "updated" : "unchanged");
            json.writeNumberProperty("version", order.version());
            if (exchange.allows(Scope.READ)) {
                json.writeName("charge");
                OrderWriter.writeChargeWithSources(json, order);
            }
        });
    }

    /** An erasure, or the wish to know what it would do. */
    private record Erasing(Email email, boolean isPreview) {}

    /** Erases a customer. Repeating it changes nothing. */
    Answer eraseCustomer(Exchange exchange) {
        return AccountOperations.change(
                exchange,
                accounts,
                body -> Fields.<Erasing>read(body, Faults.Unknown.REFUSED, fields -> {
                    Email email = email(fields);
                    boolean isPreview = fields.flag("preview");
                    return email == null ? null : new Erasing(email, isPreview);
                }),
                (actor, asked) -> write(
                        exchange,
                        asked.isPreview
                                ? erasures.preview(exchange.space(), asked.email)
                                : erasures.eraseCustomer(actor, exchange.space(), asked.email)));
    }

    private static @Nullable Email email(Fields fields) {
        fields.require("email");
        return fields.email("email");
    }

    /** A page of an export: whose, and behind which place it starts; {@code null} for the beginning. */
    private record Asked(Email email, @Nullable ListPlace after) {}

    Answer exportCustomer(Exchange exchange) {
        return AccountOperations.change(
                exchange,
                accounts,
                body -> Fields.<Asked>read(body, Faults.Unknown.REFUSED, OrderOperations::asked),
                (actor, asked) -> {
                    accounts.audit().add(actor, exchange.space(), AuditAction.CUSTOMER_EXPORTED, null, null);
                    return export(exchange, asked);
                });
    }

    private static @Nullable Asked asked(Fields fields) {
        Email email = email(fields);
        String cursor = fields.text("cursor", TextRule.LINE);
        if (email == null) {
            return null;
        }
        ListPlace after = cursor == null
                ? null
                : places(email).read(cursor, ListPlace::parse).orElse(null);
        if (cursor != null && after == null) {
            fields.error("cursor", FaultCode.INVALID_FORMAT, Cursor.RULE_OF_PAGE);
        }
        return new Asked(email, after);
    }

    private static Cursor places(Email email) {
        return new Cursor(List.of(email.canonical()));
    }

    private Answer export(Exchange exchange, Asked asked) {
        exchange.share()
                .hold(RequestMemory.ofList(2 * EXPORTED, exchange.limits().lineBytes())
                        + (long) MAX_SIGHTINGS * SIGHTING_BYTES);
        try (Places.Place _ = exchange.turn()) {
            FoundOrders found = service.ofCustomer(exchange.space(), asked.email, asked.after, EXPORTED);
            ListPlace next = found.next();
            // One more shows whether there are more.
            List<IpSighting> sightings =
                    next != null ? List.of() : service.sightingsOf(exchange.space(), asked.email, MAX_SIGHTINGS + 1);
            MerchantInfo merchant = accounts.account(exchange.space().account())
                    .map(Account::profile)
                    .orElseThrow();
            return exchange.object(200, json -> {
                json.writeObjects("orders", found.orders(), order -> writeOrder(json, order, merchant));
                List<IpSighting> shown = sightings.stream().limit(MAX_SIGHTINGS).toList();
                json.writeObjects("sightings", shown, sighting -> {
                    json.writeStringProperty("ip", sighting.ip().text());
                    json.time("observedAt", sighting.observedAt());
                });
                if (sightings.size() > MAX_SIGHTINGS) {
                    json.writeBooleanProperty("sightingsTruncated", true);
                }
                if (next != null) {
                    json.writeStringProperty("nextCursor", places(asked.email).write(next.text()));
                }
            });
        }
    }

    private static Answer write(Exchange exchange, CustomerErasure done) {
        return exchange.object(200, json -> {
            json.writeObjects("orders", done.orders(), order -> write(json, order));
            json.writeNumberProperty("sightings", done.sightings());
            json.writeBooleanProperty("complete", done.isComplete());
        });
    }

    private static void write(JsonWriter json, ErasedOrder order) {
        Stay stay = order.stay();
        json.writeStringProperty("id", order.id().value());
        json.writeStringProperty("outcome", stay == null ? "erased" : "kept");
        if (stay != null) {
            json.writeStringProperty("reason", stay.reason().wireName());
            if (stay.until() != null) {
                json.writeStringProperty("until", stay.until().toString());
            }
        }
    }

    /**
     * The query of a request for the verdict on an order.
     *
     * @param asOf the day of the dispute, or {@code null} for the default
     */
    record FetchQuery(@Nullable LocalDate asOf, Profile profile) {
        static final FetchQuery DEFAULT = new FetchQuery(null, Profile.VISA);

        private static final String AS_OF = "asOf must be an existing date in the form yyyy-MM-dd, in the years "
                + OrderTime.MIN_YEAR + " to " + OrderTime.MAX_YEAR;
        private static final String PROFILE = "profile must be "
                + Stream.of(Profile.values()).map(Profile::wireName).collect(joining(" or "));

        static @Nullable LocalDate asOf(Query query) {
            return query.value("asOf", text -> Optional.ofNullable(WireDate.day(text)), AS_OF);
        }

        /** Reads the parameters {@code asOf} and {@code profile}. */
        static FetchQuery read(Query query) {
            LocalDate asOf = asOf(query);
            Profile profile = query.value("profile", Profile::parse, PROFILE);
            return new FetchQuery(asOf, profile == null ? Profile.VISA : profile);
        }
    }
}
