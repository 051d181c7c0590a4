package org.orderevidence.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.json.IpHint;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.Kind.TextForm;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Shape;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;
import tools.jackson.databind.JsonNode;

/** Reads declared fields from JSON. An object inside without values is the same as a missing one. */
record FieldReader(Instant now, @Nullable Currency currency) {
    private static final TextRule ID = TextRule.line(OrderId.MAX_LENGTH);
    private static final TextRule ANY_LINE = TextRule.line(Integer.MAX_VALUE);
    private static final TextRule TOKEN =
            new TextRule(CardFingerprint.MIN_LENGTH, CardFingerprint.MAX_LENGTH, TextForm.LINE);

    /** Reads all fields of an object into {@code values}; of one with faults, which are then recorded, what can be read. */
    void read(Shape.Place object, Fields from, Values values) {
        for (Shape.Place place : object.inside()) {
            Field<?> field = place.field();
            if (field != null) {
                values.putRead(field, required(field, from));
                continue;
            }
            Fields inner = from.object(place.name());
            if (inner != null) {
                read(place, inner, values);
            }
        }
        from.finish();
    }

    private @Nullable Object required(Field<?> field, Fields from) {
        if (field.isRequired()) {
            from.require(field.name());
        }
        return read(field, from);
    }

    /** Returns the value of a field; empty if it is missing or wrong. */
    @Nullable
    Object read(Field<?> field, Fields from) {
        String name = field.name();
        return switch (field.kind()) {
            case Kind.Text text ->
                text.placeholder() != null && EvidenceWarnings.leavesOut(from, name, text.placeholder())
                        ? null
                        : from.text(name, rule(text));
            case Kind.ShortLine line -> shortLine(name, line.longest(), from);
            case Kind.EmailText _ -> from.text(name, TextRule.KEY);
            case Kind.IpText _ -> ip(name, from);
            case Kind.Link _ -> from.link(name);
            case Kind.Digits digits -> from.digits(name, digits.count(), digits.otherCount());
            case Kind.Id _ -> id(name, from);
            case Kind.BrandName _ -> brand(name, from);
            case Kind.Token _ -> token(name, from);
            case Kind.AccountReference _ -> accountReference(name, from);
            case Kind.Hash _ -> throw new IllegalStateException(field + " is never sent");
            case Kind.Amount amount -> from.amount(name, amount.least(), amount.most(), currency);
            case Kind.Whole whole -> from.integer(name, whole.least(), whole.most());
            case Kind.Quantity quantity -> quantity(name, quantity.most(), from);
            case Kind.CurrencyCode _ -> from.currency(name);
            case Kind.Time _ -> from.time(name, now);
            case Kind.Flag _ -> from.flagIfSent(name);
            case Kind.Choice<?> choice -> choice(name, choice, from);
            case Kind.Items _ -> items(name, from);
        };
    }

    static TextRule rule(Kind.Text text) {
        return new TextRule(text.shortest(), text.longest(), text.form());
    }

    /** A longer line than fits costs a warning and never the order. */
    private static @Nullable String shortLine(String name, int longest, Fields from) {
        String line = from.text(name, ANY_LINE);
        if (line == null || Texts.length(line) <= longest) {
            return line;
        }
        from.leftOut(name, FaultCode.TOO_LONG, "must have at most " + longest + " characters; it was left out");
        return null;
    }

    /**
     * Reads an IP address. An invalid one never rejects the order. It is stored as it was sent, because the answer can show
     * it, without characters that no string may contain.
     */
    private static @Nullable String ip(String name, Fields from) {
        JsonNode node = from.field(name);
        if (node == null) {
            return null;
        }
        String text = node.isString() ? from.cleaned(name, node, TextForm.LINE) : node.toString();
        if (CardNumbers.appearIn(text)) {
            from.error(
                    name,
                    FaultCode.CARD_NUMBER,
                    "contains what looks like a full card number; never send one, in any field");
            return null;
        }
        String start = text.substring(0, Math.min(text.length(), TextRule.LONGEST_TEXT));
        return Texts.writable(start);
    }

    private static @Nullable OrderId id(String name, Fields from) {
        String id = from.orderId(name, ID);
        return id == null ? null : new OrderId(id);
    }

    private static @Nullable Brand brand(String name, Fields from) {
        String sent = from.text(name, TextRule.KEY);
        return sent == null ? null : new Brand(sent);
    }

    private static @Nullable CardFingerprint token(String name, Fields from) {
        String token = EvidenceWarnings.leavesOut(from, name, Placeholders::isOne) ? null : from.text(name, TOKEN);
        return token == null ? null : new CardFingerprint(token);
    }

    /** Reads the payment account reference. Anything else costs a warning and never the order. */
    private static @Nullable PaymentAccountReference accountReference(String name, Fields from) {
        JsonNode node = from.field(name);
        if (node == null || EvidenceWarnings.leavesOut(from, name, Placeholders::isOne)) {
            return null;
        }
        String text = node.isString() ? from.cleaned(name, node, TextForm.LINE) : node.toString();
        if (CardNumbers.appearIn(text)) {
            from.error(name, TextRule.CARD_NUMBER.code(), TextRule.CARD_NUMBER.words());
            return null;
        }
        Optional<PaymentAccountReference> reference =
                node.isString() ? PaymentAccountReference.parse(text) : Optional.empty();
        if (reference.isEmpty()) {
            from.leftOut(
                    name,
                    FaultCode.INVALID_FORMAT,
                    "must have exactly " + PaymentAccountReference.LENGTH + " letters and digits; it was left out");
        }
        return reference.orElse(null);
    }

    /** The quantity; 1 if none is given. One below 1, or with a fraction, costs a warning. */
    private static long quantity(String name, long most, Fields from) {
        JsonNode sent = from.peek(name);
        if (sent != null && sent.isNumber() && !sent.isIntegralNumber()) {
            from.field(name);
            from.leftOut(name, FaultCode.NOT_AN_INTEGER, "must be an integer; it was left out, which means 1");
            return 1;
        }
        Long quantity = from.integer(name, -most, most);
        if (quantity != null && quantity < 1) {
            from.leftOut(name, FaultCode.OUT_OF_RANGE, "must be 1 or more; it was left out, which means 1");
            return 1;
        }
        return quantity == null ? 1 : quantity;
    }

    private static <T> @Nullable T choice(String name, Kind.Choice<T> choice, Fields from) {
        int found = from.choice(name, choice.names(), choice.meant());
        return found < 0 ? null : choice.values().get(found);
    }

    private List<LineItem> items(String name, Fields receipt) {
        List<JsonNode> nodes = receipt.list(name, Receipt.MAX_LINE_ITEMS);
        List<LineItem> items = new ArrayList<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            Fields fields = Fields.of(nodes.get(i), receipt.pointerTo(name) + '/' + i, receipt.faults());
            LineItem item = fields == null ? null : item(fields);
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }

    /** One without name or price is left out, with a warning. */
    private @Nullable LineItem item(Fields fields) {
        for (Field<?> field : OrderFields.LINE_ITEM.fields()) {
            if (field.isRequired() && fields.isAbsent(field.name())) {
                fields.leftOut(field.name(), FaultCode.REQUIRED, "is required; the line item was left out");
            }
        }
        Currency own = fields.currencyIfValid(OrderFields.ITEM_CURRENCY.name());
        FieldReader reader = own == null ? this : new FieldReader(now, own);
        Values item = new Values(OrderFields.LINE_ITEM);
        for (Field<?> field : OrderFields.LINE_ITEM.fields()) {
            item.putRead(field, reader.read(field, fields));
        }
        fields.finish();
        return item.get(OrderFields.PRODUCT_NAME) == null || item.get(OrderFields.PRICE) == null
                ? null
                : OrderFields.item(item);
    }

    /**
     * Warns at the upload about data that can never be evidence, with the codes and words of the reasons of an explanation.
     */
    static final class EvidenceWarnings {
        /** Takes the warnings about an order; {@code at} is as in {@link Fields#warning}. */
        interface Receiver {
            void warning(String at, FaultCode code, Supplier<String> detail);
        }

        private EvidenceWarnings() {}

        /**
         * Records the warnings of one order.
         *
         * @param hasCard false if nothing of it identifies the card
         */
        static void report(Receiver order, boolean hasCard, Statement read) {
            if (!hasCard) {
                warn(order, "cardFingerprint", FixableReason.CREDENTIAL_MISSING);
            }
            reportBrand(order, read.get(OrderFields.BRAND));
            reportIp(order, read.get(OrderFields.IP));
            reportDevice(
                    order,
                    "deviceId",
                    read.get(OrderFields.DEVICE_ID),
                    RuleNumbers.MIN_DEVICE_ID_CHARACTERS,
                    ElementReason.DEVICE_ID_TOO_SHORT);
            reportDevice(
                    order,
                    "deviceFingerprint",
                    read.get(OrderFields.DEVICE_FINGERPRINT),
                    RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS,
                    ElementReason.DEVICE_FINGERPRINT_TOO_SHORT);
            isPlaceholder(order, "customerAccountId", read.get(OrderFields.CUSTOMER_ACCOUNT_ID));
            String email = read.get(OrderFields.CUSTOMER_EMAIL);
            if (email != null
                    && !isPlaceholder(order, "receipt/customerEmail", email)
                    && Email.parse(email).isEmpty()) {
                warn(order, "receipt/customerEmail", ElementReason.EMAIL_INVALID);
            }
            Address address = OrderFields.address(read, OrderFields.SHIPPING_ADDRESS);
            if (address == null) {
                return;
            }
            boolean line1 = isPlaceholder(order, "receipt/shippingAddress/line1", address.line1());
            boolean city = isPlaceholder(order, "receipt/shippingAddress/city", address.city());
            String lack = line1 || city ? null : ElementReading.shippingAddressLack(address);
            if (lack != null) {
                warn(order, "receipt/shippingAddress/" + lack, ElementReason.SHIPPING_ADDRESS_INCOMPLETE);
            }
        }

        /**
         * Returns true, and records a warning, if the value of a field stands for none. The field then counts as read and is
         * left out.
         */
        static boolean leavesOut(Fields order, String name, Predicate<String> placeholder) {
            JsonNode node = order.peek(name);
            boolean isOne = node != null && node.isString() && placeholder.test(Texts.visible(node.stringValue()));
            if (isOne) {
                order.field(name);
                order.leftOut(
                        name,
                        FaultCode.PLACEHOLDER,
                        "is a placeholder; it was left out; send the real value, or leave the field out");
            }
            return isOne;
        }

        /** Returns true, and records a warning, if a value stands for none. It is stored, but never compared. */
        private static boolean isPlaceholder(Receiver order, String at, @Nullable String text) {
            boolean isOne = text != null && Placeholders.isOne(text);
            if (isOne) {
                String name = at.substring(at.lastIndexOf('/') + 1);
                String words =
                        " is a placeholder and does not count as evidence; send the real value, or leave the field out";
                order.warning(at, FaultCode.PLACEHOLDER, () -> name + words);
            }
            return isOne;
        }

        /** Warns about a brand that is not a network, because only orders paid with Visa have evidence. */
        private static void reportBrand(Receiver order, @Nullable Brand brand) {
            if (brand != null && brand.isKnown() && !brand.isNetwork()) {
                String words = "brand is not a known card network, so the order does not count as paid with Visa";
                order.warning("brand", FaultCode.UNKNOWN_BRAND, () -> words + BrandHint.of(brand.name()));
            }
        }

        private static void reportIp(Receiver order, @Nullable String text) {
            if (text == null) {
                return;
            }
            switch (IpAddress.parse(text)) {
                case IpAddress.Usable _ -> {}
                case IpAddress.NotPublic(String kind) ->
                    order.warning(
                            "ip",
                            FaultCode.IP_NOT_PUBLIC,
                            () -> "ip is " + kind
                                    + " and does not count as evidence; send the shopper's own address, not a proxy's");
                case IpAddress.NotAnAddress _ ->
                    order.warning("ip", FaultCode.IP_INVALID, () -> {
                        IpHint hint = IpHint.of(text);
                        return "ip " + hint.fault() + " and does not count as evidence; " + hint.cure();
                    });
            }
        }

        private static void reportDevice(
                Receiver order, String name, @Nullable String text, int least, ReasonCode tooShort) {
            if (text != null && !isPlaceholder(order, name, text) && Texts.length(Texts.trim(text)) < least) {
                warn(order, name, tooShort);
            }
        }

        /** The warning has the code of the reason. */
        private static void warn(Receiver order, String at, ReasonCode reason) {
            order.warning(at, FaultCode.valueOf(reason.name()), () -> reason.detail() + ' ' + reason.remedy());
        }
    }

    /** Finds the card network that was likely meant by a brand that is not one. */
    public static final class BrandHint {
        private static final List<String> NETWORKS =
                List.of("visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay", "maestro");

        /** Cards of Visa whose names do not start with Visa. */
        private static final Set<String> CARDS_OF_VISA = Set.of("electron", "vpay");

        private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

        private static final int LONGEST = 40;

        /** One wrong letter is allowed for this many letters. {@code vsia} has two wrong ones. */
        private static final int SHARE = 2;

        private BrandHint() {}

        /** Returns the question for the likely network, otherwise what to send. Either can be appended to a message. */
        public static String of(String brand) {
            return (brand.length() > LONGEST ? Optional.<String>empty() : meant(brand))
                    .map(DidYouMean::question)
                    .orElse("; send the network, such as visa, or leave brand out");
        }

        /** Looks at all letters together first, then at one word after the other. */
        private static Optional<String> meant(String brand) {
            List<String> words =
                    NO_LETTERS.splitAsStream(brand.toLowerCase(Locale.ROOT)).toList();
            return Stream.concat(Stream.of(String.join("", words)), words.stream())
                    .map(BrandHint::network)
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        private static Optional<String> network(String letters) {
            return CARDS_OF_VISA.contains(letters) ? Optional.of("visa") : DidYouMean.nearest(NETWORKS, letters, SHARE);
        }
    }
}
