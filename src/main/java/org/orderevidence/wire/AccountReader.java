package org.orderevidence.wire;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.account.Retention;
import org.orderevidence.account.Scope;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.WireNamed;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.order.part.Kind.TextForm;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.ChangeType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Reads changes of an account and of its keys. An unknown field is an error: without it, a key would get other permissions. */
public final class AccountReader {
    private static final int MAX_SCOPES = 10;
    private static final String MOMENT = "must be a time that exists, with a time zone, such as 2027-01-31T00:00:00Z";
    private static final TextRule LABEL = TextRule.line(KeySpec.MAX_LABEL);
    private static final String SCOPES = "scopes";
    private static final String RETENTION_DAYS = "retentionDays";
    private static final String EXPIRES_AT = "expiresAt";

    private AccountReader() {}

    /**
     * The part of an account that its owner changes.
     *
     * @param category category of orders that have none; {@code null} if not set
     * @param retentionDays how many days orders and sightings are stored, 0 for no limit; {@code null} if not set
     */
    public record AccountProfile(
            MerchantInfo merchantInfo,
            Charge.@Nullable Category category,
            boolean showsLogo,
            @Nullable Integer retentionDays) {}

    /**
     * Reads the body that replaces the profile of an account. An unknown field is an error: the value that it replaces
     * would be lost. What the service decides ({@code id}, {@code createdAt}) may be sent as it was answered.
     *
     * @param accountId the account of the request's key
     */
    public static Read<AccountProfile> read(JsonNode body, String accountId) {
        return Fields.read(body, Faults.Unknown.REPLACING, fields -> {
            String id = fields.text("id", TextRule.LINE);
            if (id != null && !id.equals(accountId)) {
                fields.error("id", FaultCode.INCONSISTENT, "is not the account of this key; leave it out");
            }
            fields.text("createdAt", TextRule.LINE);
            MerchantInfo merchant = OrderReader.merchant(fields);
            Charge.Category category =
                    fields.choice("merchandiseOrServices", Charge.Category.values(), MeantWords.CATEGORY);
            return new AccountProfile(merchant, category, fields.flag("showLogo"), retentionDays(fields));
        });
    }

    private static @Nullable Integer retentionDays(Fields fields) {
        Long days = fields.integer(RETENTION_DAYS, 0, Retention.MOST_DAYS);
        if (days != null && !Retention.isAllowed(days)) {
            fields.error(
                    RETENTION_DAYS,
                    FaultCode.OUT_OF_RANGE,
                    "must be at least " + Retention.LEAST_DAYS + ", or 0 to store orders permanently");
        }
        return days == null ? null : Math.toIntExact(days);
    }

    /**
     * A request for a new key.
     *
     * @param mode of the new key; {@code null} for that of the key of the request
     * @param expiresAt when the key expires, in whole seconds; {@code null} if never
     */
    public record KeyRequest(
            @Nullable Mode mode,
            @Nullable String label,
            Set<Scope> scopes,
            @Nullable Instant expiresAt) {}

    /**
     * Reads the body of a request for a new key.
     *
     * @param now the key must expire later
     */
    public static Read<KeyRequest> newKey(JsonNode body, Instant now) {
        return Fields.read(
                body,
                Faults.Unknown.REFUSED,
                fields -> new KeyRequest(
                        fields.choice("mode", Mode.values(), MeantWords.NONE),
                        fields.text("label", LABEL),
                        scopes(fields),
                        expiresAt(fields, now)));
    }

    /** Reads the body of a rotation: how long the replaced key stays valid. */
    public static Read<Duration> rotation(JsonNode body) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            fields.require("graceSeconds");
            Long seconds = fields.integer("graceSeconds", 0, KeyAdministration.MAX_GRACE.toSeconds());
            return seconds == null ? null : Duration.ofSeconds(seconds);
        });
    }

    private static Set<Scope> scopes(Fields fields) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        JsonNode sent = fields.peek(SCOPES);
        if (fields.isAbsent(SCOPES) || (sent instanceof ArrayNode list && list.isEmpty())) {
            fields.error(SCOPES, FaultCode.REQUIRED, "is required, with at least one of read, write, lookup, admin");
        }
        for (JsonNode node : fields.list(SCOPES, MAX_SCOPES)) {
            Optional<Scope> scope = Scope.parse(node.isString() ? node.stringValue() : "");
            if (scope.isEmpty()) {
                fields.error(SCOPES, FaultCode.UNKNOWN_VALUE, "must contain only read, write, lookup and admin");
                return scopes;
            }
            scopes.add(scope.get());
        }
        return scopes;
    }

    private static @Nullable Instant expiresAt(Fields fields, Instant now) {
        Instant moment =
                fields.parsed(EXPIRES_AT, TextRule.LINE, AccountReader::moment, FaultCode.INVALID_DATE, _ -> MOMENT);
        Instant seconds = moment == null ? null : moment.truncatedTo(ChronoUnit.SECONDS);
        if (seconds != null && !seconds.isAfter(now)) {
            fields.error(EXPIRES_AT, FaultCode.OUT_OF_RANGE, "must be in the future");
            return null;
        }
        return seconds;
    }

    private static Optional<Instant> moment(String text) {
        return WireDate.parse(text) instanceof WireDate.Valid(OrderTime time)
                ? Optional.ofNullable(time.instant())
                : Optional.empty();
    }

    public static final int LONGEST_URL = 500;

    /** An address can have digits that look like a card number. */
    private static final TextRule URL = new TextRule(1, LONGEST_URL, TextForm.LONG_NUMBER);

    private static final Pattern CURSOR = Pattern.compile("[0-9a-f]{48}");

    /**
     * Where changes are sent.
     *
     * @param types only these are sent; empty for all
     */
    public record Target(String url, Set<ChangeType> types, boolean rotatesSecret) {}

    /**
     * Reads an endpoint.
     *
     * @param fault returns what is wrong with an address
     */
    public static Read<Target> endpoint(JsonNode body, Function<String, Optional<String>> fault) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            fields.require("url");
            String url = fields.text("url", URL);
            Optional.ofNullable(url)
                    .flatMap(fault)
                    .ifPresent(words -> fields.error("url", FaultCode.INVALID_FORMAT, words));
            Set<ChangeType> types = types(fields);
            boolean rotates = fields.flag("rotateSecret");
            return url == null ? null : new Target(url, types, rotates);
        });
    }

    private static Set<ChangeType> types(Fields fields) {
        Set<ChangeType> types = EnumSet.noneOf(ChangeType.class);
        for (JsonNode node : fields.list("types", ChangeType.values().length)) {
            String name = node.isString() ? node.stringValue() : "";
            WireNamed.find(ChangeType.values(), name)
                    .ifPresentOrElse(
                            types::add,
                            () -> fields.error(
                                    "types",
                                    FaultCode.UNKNOWN_VALUE,
                                    "must contain only types of changes, such as order.eligible"));
        }
        return types;
    }

    /**
     * Reads from where changes are sent again, and returns it as a cursor.
     *
     * @param now a later start would hold back changes that are not there yet
     */
    public static Read<String> replay(JsonNode body, Instant now) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            String cursor = fields.text("cursor", TextRule.LINE);
            String from = fields.text("from", TextRule.LINE);
            if ((cursor == null) == (from == null)) {
                fields.error("from", FaultCode.REQUIRED, "is required, unless cursor is sent; send one of the two");
            }
            if (cursor != null && !CURSOR.matcher(cursor).matches()) {
                fields.error("cursor", FaultCode.INVALID_FORMAT, "must be a nextCursor of the list of changes");
            }
            String start = from == null ? cursor : cursorOf(fields, from);
            if (start != null && start.compareTo(ChangeStore.cursor(now)) > 0) {
                fields.error(from == null ? "cursor" : "from", FaultCode.OUT_OF_RANGE, "must not be after now");
            }
            return start;
        });
    }

    private static @Nullable String cursorOf(Fields fields, String from) {
        Optional<String> cursor = moment(from).map(ChangeStore::cursor);
        if (cursor.isEmpty()) {
            fields.error("from", FaultCode.INVALID_DATE, MOMENT);
        }
        return cursor.orElse(null);
    }
}
