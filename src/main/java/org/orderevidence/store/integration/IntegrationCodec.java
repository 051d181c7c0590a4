package org.orderevidence.store.integration;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Turns records of integrations into the bytes that stores write, and back. The plain columns are sealed with the
 * content: a row whose columns were changed, for example to a later end, cannot be read.
 */
public final class IntegrationCodec {
    private static final int COLUMNS_LENGTH = 3 * Long.BYTES;

    private final RecordSealer sealer;

    public IntegrationCodec(RecordSealer sealer) {
        this.sealer = sealer;
    }

    /** Returns the sealed columns and content of a record. */
    public byte[] sealed(IntegrationRecord record) {
        byte[] document = ByteBuffer.allocate(COLUMNS_LENGTH + record.content().length())
                .put(columns(record.version(), record.due(), record.expires()))
                .put(record.content().buffer())
                .array();
        return sealer.seal(place(record.space(), record.key()), document);
    }

    /** Returns the record of a row. */
    public IntegrationRecord record(
            AccountSpace space,
            RecordKey key,
            long version,
            @Nullable Instant due,
            @Nullable Instant expires,
            byte[] sealed) {
        byte[] document = sealer.open(place(space, key), sealed);
        if (document.length < COLUMNS_LENGTH
                || !Arrays.equals(Arrays.copyOf(document, COLUMNS_LENGTH), columns(version, due, expires))) {
            throw new UnreadableDocument("a column of a record of an integration was changed");
        }
        Bytes content = Bytes.wrap(Arrays.copyOfRange(document, COLUMNS_LENGTH, document.length));
        return new IntegrationRecord(space, key, version, due, expires, content);
    }

    private static byte[] columns(long version, @Nullable Instant due, @Nullable Instant expires) {
        return ByteBuffer.allocate(COLUMNS_LENGTH)
                .putLong(version)
                .putLong(micros(due))
                .putLong(micros(expires))
                .array();
    }

    /** No time in a column is as early as the number that stands for none. */
    private static long micros(@Nullable Instant time) {
        return time == null
                ? Long.MIN_VALUE
                : ChronoUnit.MICROS.between(Instant.EPOCH, time.truncatedTo(ChronoUnit.MICROS));
    }

    /** Seals the content of a row again, under the key that seals now. The content stays, byte for byte. */
    public byte[] reseal(AccountSpace space, RecordKey key, byte[] sealed) {
        RecordPlace place = place(space, key);
        return sealer.seal(place, sealer.open(place, sealed));
    }

    private static RecordPlace place(AccountSpace space, RecordKey key) {
        return RecordPlace.of(
                space,
                "integration",
                "integration_records",
                key.group().getBytes(StandardCharsets.US_ASCII),
                key.id().getBytes(StandardCharsets.US_ASCII));
    }
}
