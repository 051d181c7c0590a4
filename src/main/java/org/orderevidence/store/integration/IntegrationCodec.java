package org.orderevidence.store.integration;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.RecordPlace;

/** Turns records of integrations into the bytes that stores write, and back. */
public final class IntegrationCodec {
    private final RecordSealer sealer;

    public IntegrationCodec(RecordSealer sealer) {
        this.sealer = sealer;
    }

    /** Returns the sealed content of a record. */
    public byte[] sealed(IntegrationRecord record) {
        return sealer.seal(place(record.space(), record.key()), record.content().toArray());
    }

    /** Returns the record of a row. */
    public IntegrationRecord record(
            AccountSpace space,
            RecordKey key,
            long version,
            @Nullable Instant due,
            @Nullable Instant expires,
            byte[] sealed) {
        return new IntegrationRecord(
                space, key, version, due, expires, Bytes.wrap(sealer.open(place(space, key), sealed)));
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
