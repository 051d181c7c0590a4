package org.orderevidence.service;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Order;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statements;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.service.Coverages.SampleSize;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.PartWrite;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** A store with an account, instances that compute its coverage, and a clock that the test moves. */
final class CoverageWorld extends Clock implements AutoCloseable {
    static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    static final AccountSpace LIVE = new AccountSpace("shop", Mode.LIVE);
    static final AccountSpace TEST = new AccountSpace("shop", Mode.TEST);

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final Keyring keyring;
    private final OpenStore store;
    private final Accounts accounts;

    CoverageWorld(Path folder) {
        InstallationSecret secret = InstallationSecret.generate(new Random(7));
        keyring = new Keyring(secret);
        store = SqlStore.openSqlite(
                folder.resolve("evidence.db"),
                SqlSettings.defaults(),
                START,
                stored -> keyring.codec(new Sealer(secret.sealingKeys(), new Random(8))));
        accounts = new Accounts(store.accounts(), this, new Random(9));
        accounts.create(LIVE.account());
    }

    /** Returns what computes coverages in another instance of the service. */
    Coverages instance(SampleSize size) {
        Evidence evidence =
                new Evidence(store.evidence(), store.sightings(), keyring, RuleSettings.DEFAULTS, this);
        return new Coverages(evidence, store.integrations(), accounts, new Random(10), size);
    }

    Coverages instance() {
        return instance(SampleSize.USUAL);
    }

    /** Stores orders of the last days. */
    void store(AccountSpace space, int orders) {
        List<PartWrite> writes = new ArrayList<>();
        for (int i = 0; i < orders; i++) {
            Order order = OrderFixtures.order("O-" + i, TODAY.minusDays(i % 100), 1_999);
            writes.add(PartWrite.of(order.id(), new Part(PartKey.UPLOAD, 1, Statements.upload(order))));
        }
        store.evidence().put(space, writes, instant());
    }

    OpenStore store() {
        return store;
    }

    void move(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public void close() {
        store.close();
    }
}
