package org.orderevidence.transfer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.document.OrderPartsDocument;
import org.orderevidence.store.record.Stored;

/**
 * Calculates the {@link StoreSum} of single records. Each part of a record is hashed with its length, which separates
 * it from the next.
 */
final class RecordSum {
    private final MessageDigest sha256;

    RecordSum() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Parts that do not make an order yet have no version that all stores share. */
    StoreSum of(ArchivedOrder archived) {
        space(archived.space());
        if (archived.order() != null) {
            number(archived.version());
            moment(archived.uploadedAt());
        }
        text(archived.id().value());
        bytes(OrderPartsDocument.encode(archived.parts()));
        number(archived.disputes().size());
        archived.disputes().forEach(dispute -> bytes(dispute.document().toArray()));
        number(archived.fraudReports().size());
        archived.fraudReports().forEach(report -> bytes(report.document().toArray()));
        return one();
    }

    StoreSum of(ArchivedRow archived) {
        HistoryRow row = archived.row();
        space(archived.space());
        hash(archived.credential());
        number(row.day().toEpochDay());
        text(row.id().value());
        number(row.version());
        bytes(row.facts().toArray());
        number(row.disputes().number());
        number(row.fraudReported() ? 1 : 0);
        return one();
    }

    /** The version and the sealing do not count: each store has its own. */
    StoreSum of(OpenedRecord opened) {
        Stored record = opened.record();
        text(record.key().kind().name());
        space(record.key().space());
        bytes(record.key().part().toArray());
        bytes(record.key().sort().toArray());
        momentIfAny(record.expires());
        bytes(record.head().toArray());
        bytes(opened.compared());
        return one();
    }

    private void space(AccountSpace space) {
        text(space.account());
        text(space.mode().name());
    }

    private void hash(KeyedHash hash) {
        bytes(hash.bytes());
    }

    private void text(String text) {
        bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private void momentIfAny(@Nullable Instant moment) {
        number(moment == null ? 0 : 1);
        moment(moment);
    }

    /** Hashes a moment in microseconds, the precision of the stores. */
    private void moment(@Nullable Instant moment) {
        number(moment == null ? 0 : ChronoUnit.MICROS.between(Instant.EPOCH, moment));
    }

    private void number(long number) {
        sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    }

    private void bytes(byte[] bytes) {
        number(bytes.length);
        sha256.update(bytes);
    }

    private StoreSum one() {
        ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
        return new StoreSum(1, digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
    }
}
