package org.orderevidence.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.process.LongWork;
import org.orderevidence.service.DisputeUploads;
import org.orderevidence.service.DisputeUploads.Result;
import org.orderevidence.service.DisputeUploads.UploadedDispute;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.store.PendingStore;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Read;

/** Stores the disputes of one upload, and finds the words for the outcome of each. */
final class DisputeUpload {
    /** Name of the ID of a dispute. */
    static final String ID = "disputeId";

    /** Maximum number of bytes of a dispute whose order is remembered. */
    private static final int KNOWN_BYTES = 512;

    private final Exchange exchange;
    private final DisputeUploads disputes;

    DisputeUpload(Exchange exchange, EvidenceService service) {
        this.exchange = exchange;
        this.disputes = service.disputeUploads();
    }

    static UploadResult.Counts counts(EvidenceService service) {
        return new UploadResult.Counts(
                "no disputes", service.counts().disputes(), "created", "updated", "unchanged", "waiting");
    }

    /** Returns the memory of what is remembered, in bytes. */
    long memory() {
        return (long) disputes.known() * KNOWN_BYTES;
    }

    /**
     * Stores disputes, each on its own.
     *
     * @param judged what is known of each
     * @param prefix of the pointer of a dispute, before its index
     * @param room of the answer that will list the faults
     * @param held bytes of memory that the request needs for other data
     */
    List<UploadResult> store(
            List<UploadedDispute> uploaded, List<UploadResult> judged, String prefix, FaultRoom room, long held) {
        exchange.share()
                .hold(held
                        + RequestMemory.ofList(
                                DisputeUploads.MAX_TOGETHER, exchange.limits().lineBytes()));
        List<UploadResult> results = new ArrayList<>(judged.size());
        for (int from = 0; from < uploaded.size(); from += DisputeUploads.MAX_TOGETHER) {
            LongWork.letOthersRun(from);
            int first = from;
            List<UploadedDispute> some =
                    uploaded.subList(from, Math.min(uploaded.size(), from + DisputeUploads.MAX_TOGETHER));
            // The last one counts: the service can ask more than once.
            Map<Integer, Read<Dispute>> compared = new HashMap<>();
            List<Result> stored = disputes.store(exchange.actor(), exchange.space(), some, (place, order) -> {
                Dispute dispute = some.get(place)
                        .over(order.dispute(some.get(place).dispute().disputeId()));
                Read<Dispute> read = FactOperations.compared(
                        new Read.Good<>(dispute, List.of(), false),
                        order,
                        prefix + judged.get(first + place).index(),
                        room);
                compared.put(place, read);
                return read instanceof Read.Good<Dispute> ? Optional.of(dispute) : Optional.empty();
            });
            for (int i = 0; i < some.size(); i++) {
                UploadResult before = judged.get(from + i);
                Read<Dispute> read = read(some.get(i), stored.get(i), compared.get(i), prefix + before.index(), room);
                room.take(read);
                results.add(
                        switch (read) {
                            case Read.Bad<Dispute> bad ->
                                new UploadResult(before.index(), before.id(), bad.errors(), before.warnings());
                            case Read.Good<Dispute> good -> {
                                List<FieldError> warnings = new ArrayList<>(before.warnings());
                                warnings.addAll(good.warnings());
                                String word = stored.get(i).fate().name().toLowerCase(Locale.ROOT);
                                yield new UploadResult(before.index(), before.id(), word, null, List.of(), warnings);
                            }
                        });
            }
        }
        return results;
    }

    /** Returns why a dispute is not stored, or what there is to say about one that is. */
    private static Read<Dispute> read(
            UploadedDispute stated, Result result, @Nullable Read<Dispute> compared, String pointer, FaultRoom room) {
        Faults faults = new Faults(Faults.Unknown.IGNORED, room);
        String reference = pointer + "/" + field(stated.kind());
        switch (result.fate()) {
            case CREATED, UPDATED, UNCHANGED, REFUSED -> {
                return compared == null ? faults.acceptance(stated.dispute()) : compared;
            }
            case ERASED, WAITING -> {
                return faults.acceptance(stated.dispute());
            }
            case TOO_MANY -> faults.error(pointer, FaultCode.TOO_MANY, FactOperations.TOO_MANY);
            case NO_ROOM ->
                faults.error(
                        pointer,
                        FaultCode.TOO_MANY,
                        "at most " + PendingStore.MAX_FACTS
                                + " disputes and other facts wait for their orders; upload the orders first");
            case NO_ORDER ->
                faults.error(
                        reference,
                        FaultCode.ORDER_NOT_FOUND,
                        "no order has this card, amount and currency on this day, and a dispute cannot wait for these;"
                                + " send orderId or gatewayTransactionId, or upload the order first");
            case AMBIGUOUS ->
                faults.error(
                        reference,
                        FaultCode.AMBIGUOUS,
                        result.orders() + (result.orders() == DisputeUploads.MAX_COUNTED ? " or more" : "")
                                + " orders match, but only one can have the dispute; send orderId");
            case OTHER_ORDER ->
                faults.error(
                        pointer + "/" + ID,
                        FaultCode.INCONSISTENT,
                        "was stated for another order before in this upload, but a dispute has one order; correct the"
                                + " ID or the order");
            case UNREADABLE -> faults.error(reference, FaultCode.STORED_ORDER_UNREADABLE, UploadResult.UNREADABLE);
        }
        return faults.refusal();
    }

    private static String field(Kind kind) {
        return switch (kind) {
            case ORDER_ID -> "orderId";
            case GATEWAY_TRANSACTION_ID -> "gatewayTransactionId";
            case ARN -> "arn";
            case CARD -> "last4";
            case DISPUTE, NETWORK_ID, CUSTOMER, NAME, LAST4, AMOUNT ->
                throw new IllegalArgumentException("no dispute names " + kind);
        };
    }
}
