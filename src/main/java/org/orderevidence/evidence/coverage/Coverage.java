package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.coverage.CoverageSum.ForecastSum;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;

/**
 * How many orders that can be disputed today could be defended, and what would improve it. All numbers of orders are
 * estimates if they are from a sample.
 *
 * @param asOf the day that is today
 * @param requiresAction orders that more data could make eligible
 * @param notQualified orders that no data can make eligible today
 * @param sample the sample; empty if all orders were judged
 * @param missingFields the fields that would make orders eligible, each alone, most orders first
 * @param reasons why orders are not eligible, most orders first
 * @param days orders by transaction day, oldest first, only days that have some
 * @param forecast today and the next {@value ForecastSum#DAYS} days
 * @param customers how many customers with a usable IP address there are
 * @param addresses IP addresses that look like a proxy's, most customers first
 * @param otherCurrencies orders that no amount has: see {@link Amount}
 */
public record Coverage(
        LocalDate asOf,
        Profile profile,
        Counted eligible,
        Counted requiresAction,
        Counted notQualified,
        Left left,
        @Nullable Sample sample,
        List<FieldCount> missingFields,
        List<ReasonCount> reasons,
        List<DayCount> days,
        List<ForecastDay> forecast,
        long customers,
        List<SharedAddress> addresses,
        long otherCurrencies) {
    /** Maximum number of example orders of a number. */
    public static final int MAX_EXAMPLES = 100;

    /** Maximum number of currencies: those of the most orders. */
    public static final int MAX_CURRENCIES = 10;

    /**
     * The sum of orders in one of the {@value #MAX_CURRENCIES} currencies that most orders have.
     *
     * @param minor at most {@link Long#MAX_VALUE}, also if the sum is larger
     */
    public record Amount(Currency currency, long minor) {}

    /**
     * A number of orders.
     *
     * @param amounts by currency; empty if an older release stored it
     */
    public record Counted(long orders, List<OrderId> examples, List<Amount> amounts) {}

    /**
     * Orders behind a number.
     *
     * @param name names it in requests
     */
    public record OrderGroup(String name, String title, long orders, List<OrderId> examples) {
        private static OrderGroup of(String name, String title, Counted counted) {
            return new OrderGroup(name, title, counted.orders(), counted.examples());
        }

        public static OrderGroup of(FieldCount field) {
            return of(
                    "field:" + field.field().wireName(),
                    "Orders that the " + field.field().noun() + " alone would make eligible",
                    field.unlocked());
        }

        public static OrderGroup of(ReasonCount reason) {
            return of(
                    reason.status().wireName() + ":" + reason.code().wireName(),
                    reason.code().detail(),
                    reason.counted());
        }
    }

    /** Returns the orders with a verdict. */
    public OrderGroup group(Status status) {
        return OrderGroup.of(status.wireName(), status.words(), of(status));
    }

    /** Returns orders with a shared address. Its name is its position. */
    public OrderGroup group(SharedAddress shared) {
        return new OrderGroup(
                "address:" + addresses.indexOf(shared),
                "Orders with an IP address that " + shared.customers() + " customers share",
                shared.examples().size(),
                shared.examples());
    }

    /** Returns the orders behind the number with a name, or empty if there is none. Each field has one. */
    public Optional<OrderGroup> group(String name) {
        return Stream.of(
                        Stream.of(Status.values()).map(this::group),
                        missingFields.stream().map(OrderGroup::of),
                        reasons.stream().map(OrderGroup::of),
                        addresses.stream().map(this::group),
                        Stream.of(MissingField.values())
                                .map(field -> new FieldCount(field, new Counted(0, List.of(), List.of())))
                                .map(OrderGroup::of))
                .flatMap(groups -> groups)
                .filter(group -> group.name().equals(name))
                .findFirst();
    }

    /**
     * Orders of the disputable days that do not count.
     *
     * @param disputed an active dispute is on record
     * @param unreadable the stored order is damaged, or only a newer release can read it
     */
    public record Left(long failed, long disputed, long unreadable) {}

    public record Sample(long judged, long total) {
        /** Returns the estimated number of all orders from a number in a sample; the number if all were judged. */
        static long scaled(long count, @Nullable Sample sample) {
            return sample == null || sample.judged == sample.total || sample.judged == 0
                    ? count
                    : Math.round((double) count * sample.total / sample.judged);
        }

        /** With this many standard deviations, 95 of 100 samples are inside. */
        private static final double DEVIATIONS = 1.96;

        /**
         * Returns the largest error of a share of all orders, with 95 % confidence: 0.01 means one percentage point
         * more or less.
         */
        public double marginOfError() {
            if (judged == 0 || total <= judged) {
                return 0;
            }
            double finite = Math.sqrt((double) (total - judged) / (total - 1));
            return DEVIATIONS * 0.5 / Math.sqrt((double) judged) * finite;
        }
    }

    /** Orders that a field alone would make eligible. */
    public record FieldCount(MissingField field, Counted unlocked) {}

    /** Orders of a status that have a reason. An order can have several reasons. */
    public record ReasonCount(Status status, ReasonCode code, Counted counted) {}

    /** Orders of a transaction day, by verdict. */
    public record DayCount(LocalDate day, long eligible, long requiresAction, long notQualified) {}

    /**
     * A day of the forecast, for the orders and data of today.
     *
     * @param eligible orders that would be eligible if they were disputed on this day
     * @param entering of these, orders that were not on the day before
     * @param leaving orders that were eligible on the day before and are not on this day
     * @param ended of the leaving ones, orders that can no longer be disputed
     * @param amounts the same by currency; without currencies of none of these orders
     */
    public record ForecastDay(
            LocalDate day, long eligible, long entering, long leaving, long ended, List<ForecastAmount> amounts) {}

    /** The orders of a day of the forecast in a currency, in its minor units. */
    public record ForecastAmount(Currency currency, long eligible, long entering, long leaving, long ended) {}

    /**
     * An IP address that many customers share.
     *
     * @param examples IDs of some of their orders
     */
    public record SharedAddress(KeyedHash address, long customers, List<OrderId> examples) {}

    /** Returns how many orders can be disputed today and count. */
    public long disputable() {
        return eligible.orders() + requiresAction.orders() + notQualified.orders();
    }

    /** Returns the orders of a verdict. */
    public Counted of(Status status) {
        return switch (status) {
            case QUALIFIED -> eligible;
            case REQUIRES_ACTION -> requiresAction;
            case NOT_QUALIFIED -> notQualified;
        };
    }

    /** A field of orders that can make an order eligible if it is the only one that is missing. */
    public enum MissingField {
        IP("ip", "IP address", ElementReason.IP_MISSING),
        DEVICE_ID("deviceId", "device ID", ElementReason.DEVICE_ID_TOO_SHORT),
        DEVICE_FINGERPRINT("deviceFingerprint", "device fingerprint", ElementReason.DEVICE_FINGERPRINT_TOO_SHORT),
        ACCOUNT_ID("customerAccountId", "customer account ID", ElementReason.ACCOUNT_ID_MISSING),
        SHIPPING_ADDRESS("receipt.shippingAddress", "shipping address", ElementReason.SHIPPING_ADDRESS_MISSING),
        EMAIL("receipt.customerEmail", "e-mail address", ElementReason.EMAIL_MISSING),
        BRAND("brand", "card brand", FixableReason.NETWORK_UNKNOWN),
        LINE_ITEMS("receipt.lineItems", "product description", FixableReason.PRODUCT_DESCRIPTION_MISSING),
        CATEGORY("merchandiseOrServices", "category", FixableReason.CATEGORY_MISSING);

        private final String wireName;
        private final String noun;
        private final String remedy;

        /**
         * @param reason its remedy names the field and what makes its value usable
         */
        MissingField(String wireName, String noun, ReasonCode reason) {
            this.wireName = wireName;
            this.noun = noun;
            this.remedy = Objects.requireNonNull(reason.remedy());
        }

        /** Returns the path of the field in an uploaded order. */
        public String wireName() {
            return wireName;
        }

        /** Returns its name in texts, in the singular. */
        public String noun() {
            return noun;
        }

        public String remedy() {
            return remedy;
        }

        static MissingField of(Element element) {
            return switch (element) {
                case IP -> IP;
                case DEVICE_ID -> DEVICE_ID;
                case DEVICE_FINGERPRINT -> DEVICE_FINGERPRINT;
                case ACCOUNT_ID -> ACCOUNT_ID;
                case SHIPPING_ADDRESS -> SHIPPING_ADDRESS;
                case EMAIL -> EMAIL;
            };
        }

        /** Returns the field that a test of the order needs. Empty if the result of the test decides nothing alone. */
        static Optional<MissingField> of(FixableReason reason) {
            return switch (reason) {
                case NETWORK_UNKNOWN -> Optional.of(BRAND);
                case PRODUCT_DESCRIPTION_MISSING -> Optional.of(LINE_ITEMS);
                case CATEGORY_MISSING -> Optional.of(CATEGORY);
                // The card's other orders are unknown until it is sent, and the code of a dispute is no field of an
                // order.
                case CREDENTIAL_MISSING, CONDITION_UNKNOWN -> Optional.empty();
            };
        }
    }

    /**
     * A random sample of orders. Whether an order is in it depends on its ID and the seed only, so a sample needs no memory
     * and one pass.
     *
     * @param seed another seed gives another sample
     * @param wanted expected number of orders in the sample, at least 1
     * @param total number of all orders
     */
    public record OrderSample(long seed, long wanted, long total) {
        private static final long STEP = 0x9E3779B97F4A7C15L;

        public OrderSample {
            if (wanted < 1 || total < 0) {
                throw new IllegalArgumentException("a sample has at least 1 order of 0 or more");
            }
        }

        public boolean contains(OrderId id) {
            return total <= wanted || fraction(id) * total < wanted;
        }

        /** A number from 0 to 1 that looks random. */
        private double fraction(OrderId id) {
            long mixed = mixed(seed + STEP);
            String text = id.value();
            for (int i = 0; i < text.length(); i++) {
                mixed = mixed(mixed + STEP + text.charAt(i));
            }
            return (mixed >>> 11) * 0x1.0p-53;
        }

        /** Spreads a change of one bit over all bits: the finalizer of SplitMix64. */
        private static long mixed(long value) {
            long once = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
            long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
            return twice ^ (twice >>> 31);
        }
    }
}
