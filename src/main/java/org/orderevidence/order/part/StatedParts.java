package org.orderevidence.order.part;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.PartContent.Moved;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.Upload;

/** The newest version of each part, by what it is, in the order in which they win. */
final class StatedParts {
    /** The best charge first: captured before uncaptured before failed, then the newest, then the greater id. */
    private static final Comparator<Charge> BEST_CHARGE = Comparator.comparing(Charge::state)
            .thenComparing(Charge::time, Comparator.nullsLast(StatedParts::newestFirst))
            .thenComparing(charge -> charge.stated().key().object(), (a, b) -> Texts.compareByCodePoint(b, a))
            .thenComparing(charge -> charge.stated().key());

    private static final Comparator<Stated> NEWEST =
            Comparator.comparingLong(Stated::version).reversed().thenComparing(Stated::key);

    private @Nullable Stated upload;
    private @Nullable Long revision;
    private @Nullable OrderId movedTo;
    private final Map<StatedField, PatchCell> patches = new EnumMap<>(StatedField.class);
    private final SortedMap<Source, List<Charge>> charges = new TreeMap<>();

    /** How far each charge got, by the key of the charge. */
    private final Map<PartKey, Stated> states = new HashMap<>();

    /** How the customer paid, by the key of the charge. */
    private final Map<PartKey, String> methods = new HashMap<>();

    private final List<Stated> objects = new ArrayList<>();
    private final SortedMap<Source, List<RefundObject>> refunds = new TreeMap<>();

    private record Charge(
            Stated stated, PaymentState state, @Nullable OrderTime time) {
        static Charge of(Stated stated) {
            StatedCharge charge = stated.statement().charge();
            PaymentState state = charge.state();
            return new Charge(stated, state == null ? PaymentState.CAPTURED : state, charge.transactionTime());
        }
    }

    private StatedParts() {}

    static StatedParts of(Collection<Part> parts) {
        Map<PartKey, Part> newest = HashMap.newHashMap(parts.size());
        for (Part part : parts) {
            newest.merge(part.key(), part, (one, other) -> other.version() > one.version() ? other : one);
        }
        StatedParts sorted = new StatedParts();
        List<Stated> ofCharges = new ArrayList<>();
        newest.values().forEach(part -> sorted.add(part, ofCharges));
        sorted.addCharges(ofCharges);
        sorted.charges.values().forEach(ofSource -> ofSource.sort(BEST_CHARGE));
        sorted.objects.sort(NEWEST);
        return sorted;
    }

    private void add(Part part, List<Stated> ofCharges) {
        PartKey key = part.key();
        switch (part.content()) {
            case Upload(Long number, Statement statement) -> {
                upload = new Stated(key, part.version(), statement);
                revision = number;
            }
            case PatchCell patch -> patches.put(patch.field(), patch);
            case RefundObject refund ->
                refunds.computeIfAbsent(key.source(), source -> new ArrayList<>())
                        .add(refund);
            // All marks of an order name the same target. If not, the result must not depend on their sequence.
            case Moved(OrderId to) -> movedTo = movedTo == null || to.compareTo(movedTo) < 0 ? to : movedTo;
            case PlatformObject(PlatformObject.Kind kind, Statement statement, String method) -> {
                if (method != null) {
                    methods.put(key, method);
                }
                Stated stated = new Stated(key, part.version(), statement);
                switch (kind) {
                    case CHARGE -> ofCharges.add(stated);
                    case STATE -> states.put(key.charge(), stated);
                    case OTHER -> objects.add(stated);
                }
            }
        }
    }

    /** Adds each charge with its state. A state whose charge did not arrive yet counts as a separate object. */
    private void addCharges(List<Stated> ofCharges) {
        for (Stated charge : ofCharges) {
            Stated state = states.remove(charge.key());
            charges.computeIfAbsent(charge.key().source(), source -> new ArrayList<>())
                    .add(Charge.of(state == null ? charge : charge.updatedBy(state)));
        }
        objects.addAll(states.values());
    }

    /** The revision of the upload; empty if it has none, or there is no upload. */
    @Nullable
    Long revision() {
        return revision;
    }

    /** Returns how the customer paid, by the first charge that states it; empty if none does. */
    @Nullable
    String method() {
        for (Source.Role role : List.of(Source.Role.PROCESSOR, Source.Role.SHOP)) {
            for (Stated charge : chosenCharges()) {
                String method = methods.get(charge.key());
                if (method != null && isOf(charge, role)) {
                    return method;
                }
            }
        }
        return null;
    }

    /** Returns the order to which the parts were moved; empty if they were not, or the merchant uploaded this order. */
    @Nullable
    OrderId movedTo() {
        return upload == null ? movedTo : null;
    }

    /** Returns the statement of the upload, or an empty one if there is no upload. */
    Statement uploaded() {
        return upload == null ? Statement.EMPTY : upload.statement();
    }

    @Nullable
    PatchCell patch(StatedField field) {
        return patches.get(field);
    }

    /** The refunds of each source that has any. */
    SortedMap<Source, List<RefundObject>> refunds() {
        return refunds;
    }

    /** What the order of a shop, which is no charge, states about its refunds; empty if it states nothing. */
    @Nullable
    StatedRefund refundOfOrder(Source source) {
        return objects.stream()
                .filter(object -> object.key().source().equals(source))
                .map(object -> object.statement().charge().refund())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The sources that state a refund in any other way than with a charge. */
    SortedSet<Source> sourcesOfRefunds() {
        SortedSet<Source> sources = new TreeSet<>(refunds.keySet());
        objects.stream()
                .filter(object -> object.statement().charge().refund() != null)
                .forEach(object -> sources.add(object.key().source()));
        return sources;
    }

    /** The charge of each source that counts: of several the best one. */
    List<Stated> chosenCharges() {
        return charges.values().stream()
                .map(List::getFirst)
                .sorted(BEST_CHARGE)
                .map(Charge::stated)
                .toList();
    }

    /** The parts that state payment fields, the one that wins first: upload, processors, shops. */
    List<Stated> payments() {
        List<Stated> all = new ArrayList<>();
        addUpload(all);
        if (hasPlatform()) {
            for (Source.Role role : List.of(Source.Role.PROCESSOR, Source.Role.SHOP)) {
                addChosen(all, role);
                addObjects(all, role);
            }
        }
        return all;
    }

    /** The parts that state fields of the purchase, the one that wins first: upload, shops, processors. */
    List<Stated> purchases() {
        List<Stated> all = new ArrayList<>();
        addUpload(all);
        if (hasPlatform()) {
            for (Source.Role role : List.of(Source.Role.SHOP, Source.Role.PROCESSOR)) {
                addChosen(all, role);
                addObjects(all, role);
                charges.values().stream()
                        .flatMap(ofSource -> ofSource.stream().skip(1))
                        .filter(charge -> isOf(charge.stated(), role))
                        .sorted(BEST_CHARGE)
                        .map(Charge::stated)
                        .forEach(all::add);
            }
        }
        return all;
    }

    /** True if a platform states anything. Most orders have an upload only. */
    private boolean hasPlatform() {
        return !(charges.isEmpty() && objects.isEmpty());
    }

    private void addUpload(List<Stated> all) {
        if (upload != null) {
            all.add(upload);
        }
    }

    private void addChosen(List<Stated> all, Source.Role role) {
        chosenCharges().stream().filter(charge -> isOf(charge, role)).forEach(all::add);
    }

    private void addObjects(List<Stated> all, Source.Role role) {
        objects.stream().filter(object -> isOf(object, role)).forEach(all::add);
    }

    private static boolean isOf(Stated stated, Source.Role role) {
        return stated.key().source().role() == role;
    }

    /** A date without a time of day counts as the first moment of its day. */
    private static int newestFirst(OrderTime one, OrderTime other) {
        return Comparator.comparing(OrderTime::day)
                .thenComparing(OrderTime::instant, Comparator.nullsFirst(Comparator.naturalOrder()))
                .compare(other, one);
    }
}
