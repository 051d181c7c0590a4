package org.orderevidence.store.cassandra.table;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Texts;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.StoredPart;

/**
 * A later fact in its row below the order.
 *
 * @param kind which
 * @param id unique among its kind and order
 * @param document its bytes, opened
 * @param written the time stamp of the write that stored it, in microseconds
 */
public record HeldFact(FactKind kind, String id, Bytes document, long written) {
    private static final Comparator<HeldFact> ORDER =
            Comparator.comparing(HeldFact::kind).thenComparing(HeldFact::id, Texts::compareByCodePoint);

    /** Returns the hash of parts and of what later facts state, without time stamps and versions of facts. */
    public static ContentHash list(
            EvidenceCodec codec, AccountSpace space, List<StoredPart> parts, Collection<HeldFact> facts) {
        List<Bytes> documents =
                facts.stream().sorted(ORDER).map(HeldFact::statement).toList();
        return codec.listOf(space, parts, documents);
    }

    /** Returns the document of what the fact states, without its version: a repeated statement changes no order. */
    private Bytes statement() {
        return Bytes.wrap(
                switch (kind) {
                    case DISPUTE ->
                        FactDocument.encode(FactDocument.dispute(document).fact());
                    case REPORT ->
                        FactDocument.encode(FactDocument.report(document).fact());
                });
    }

    /** Returns the version of the fact; 0 if its document has none. */
    long version() {
        return switch (kind) {
            case DISPUTE -> FactDocument.dispute(document).version();
            case REPORT -> FactDocument.report(document).version();
        };
    }

    /** Returns the marks of the fact. There are as many whatever it states, so a later statement replaces each. */
    List<FactMark> marks() {
        return switch (kind) {
            case DISPUTE ->
                FactMark.of(id, ActiveDisputes.of(FactDocument.dispute(document).fact()), written);
            case REPORT -> List.of(FactMark.ofReport(id, written));
        };
    }
}
