package org.orderevidence.evidence.coverage;

import java.time.YearMonth;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;

/** Counts disputes by outcome, in groups. Its memory is limited. */
public final class DisputeSum {
    /** Maximum number of groups. Disputes of further groups are counted together. */
    public static final int MAX_GROUPS = 100;

    private static final String UNKNOWN = "unknown";

    private final Map<String, Outcomes> groups = new TreeMap<>();

    /** By what disputes are grouped. */
    public enum Grouping implements WireNamed {
        /** By the month in which they were opened, in UTC. */
        MONTH,
        CONDITION,
        /** By the platform that stated them, or else by the gateway of their order. */
        PROCESSOR,
        /** Those for which evidence was sent, by the elements that matched. */
        ELEMENTS
    }

    /**
     * The disputes of a group, by outcome.
     *
     * @param answered those for which evidence was sent
     */
    public record Outcomes(
            String group, long opened, long answered, long won, long lost, long prevented, long withdrawn, long open) {
        private static Outcomes of(String group, Dispute dispute) {
            Dispute.Status status = dispute.status();
            return new Outcomes(
                    group,
                    1,
                    isAnswered(dispute) ? 1 : 0,
                    status == Dispute.Status.WON ? 1 : 0,
                    status == Dispute.Status.LOST ? 1 : 0,
                    status == Dispute.Status.PREVENTED ? 1 : 0,
                    status == Dispute.Status.WITHDRAWN ? 1 : 0,
                    status == Dispute.Status.OPEN ? 1 : 0);
        }

        private Outcomes plus(Outcomes other) {
            return new Outcomes(
                    group,
                    opened + other.opened,
                    answered + other.answered,
                    won + other.won,
                    lost + other.lost,
                    prevented + other.prevented,
                    withdrawn + other.withdrawn,
                    open + other.open);
        }
    }

    /** Returns true if evidence was sent. */
    public static boolean isAnswered(Dispute dispute) {
        return dispute.details().submittedAt() != null;
    }

    /** Returns the group of the month in which a dispute was opened. */
    public static String month(Dispute dispute) {
        return YearMonth.from(dispute.openedAt().day()).toString();
    }

    /** Returns the group of the processor of a dispute. */
    public static String processor(Dispute dispute, Charge charge) {
        String source = dispute.details().source();
        int end = source == null ? -1 : source.indexOf(':');
        if (source != null && end > 0) {
            return source.substring(0, end);
        }
        String gateway = charge.references().gateway();
        String name = gateway == null ? "" : Texts.trim(gateway).toLowerCase(Locale.ROOT);
        return name.isEmpty() ? UNKNOWN : name;
    }

    /**
     * Returns the group of elements.
     *
     * @param matched empty if the order is not eligible; {@code null} if the rule is for other disputes
     */
    public static String elements(@Nullable List<Element> matched) {
        if (matched == null) {
            return "other_condition";
        }
        return matched.isEmpty()
                ? "none"
                : matched.stream().map(Element::wireName).collect(Collectors.joining("+"));
    }

    /** Adds a dispute to a group. */
    public void add(String group, Dispute dispute) {
        boolean hasPlace = groups.containsKey(group) || groups.size() < MAX_GROUPS - 1;
        String name = hasPlace ? group : "other";
        groups.merge(name, Outcomes.of(name, dispute), Outcomes::plus);
    }

    /** Returns the groups: months newest first, others by the number of disputes. */
    public List<Outcomes> groups(Grouping by) {
        Comparator<Outcomes> order = switch (by) {
            case MONTH -> Comparator.comparing(Outcomes::group).reversed();
            case CONDITION, PROCESSOR, ELEMENTS ->
                Comparator.comparingLong(Outcomes::opened).reversed().thenComparing(Outcomes::group);
        };
        return groups.values().stream().sorted(order).toList();
    }
}
