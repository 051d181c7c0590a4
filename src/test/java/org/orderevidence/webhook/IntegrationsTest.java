package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.FailingStore.Call;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.Integrations.Change;

/** Only one of several integrations has a secret, even with concurrent writers and failures. */
class IntegrationsTest {
    private static final AccountSpace ACME = new AccountSpace("acme", Mode.LIVE);
    private static final AccountSpace OTHER = new AccountSpace("other", Mode.TEST);
    private static final SecretText SECRET = new SecretText("whsec_wanted");

    @TempDir
    private Path folder;

    @AutoClose
    private WebhookWorld world;

    private IntegrationStore store;
    private Integrations integrations;

    @BeforeEach
    void start() {
        world = new WebhookWorld(folder);
        store = world.store().integrations();
        integrations = world.integrations(store);
    }

    private static Change add(Integrations to, AccountSpace space, SecretText secret) {
        return to.add(space, Platform.STRIPE, IntegrationSettings.DEFAULTS, new IntegrationSecrets(secret, null, null));
    }

    private static Integration made(@Nullable Change change) {
        return assertInstanceOf(Change.Made.class, change).integration();
    }

    private List<String> having(SecretText secret) {
        return integrations.all().stream()
                .filter(each -> secret.equals(each.secrets().signing())
                        || secret.equals(each.secrets().previous()))
                .map(Integration::id)
                .toList();
    }

    /** A writer before whose change of this number something happens: first it claims the secret. */
    private Integrations before(int change, Runnable first) {
        AtomicInteger changes = new AtomicInteger();
        return watched(call -> {
            if (call.is("update integrations") && changes.incrementAndGet() == change) {
                first.run();
            }
        });
    }

    private Integrations watched(Consumer<Call> first) {
        return world.integrations(new IntegrationStore(
                FailingStore.before(world.store().records(), first),
                world.store().sealer(),
                InstantSource.system()));
    }

    private static void fail() {
        throw new StoreUnavailable("down");
    }

    @Test
    void ofManyWritersAtTheSameTimeOneGetsTheSecret() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 20; round++) {
                SecretText secret = new SecretText("whsec_round_" + round);
                List<Callable<Change>> writers = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    Integrations own = world.integrations(store);
                    AccountSpace space = i % 2 == 0 ? ACME : OTHER;
                    writers.add(() -> add(own, space, secret));
                }
                int made = 0;
                for (Future<Change> change : threads.invokeAll(writers)) {
                    if (change.get() instanceof Change.Made) {
                        made++;
                    } else {
                        assertEquals(Change.Refused.SECRET_IN_USE, change.get());
                    }
                }
                assertEquals(made, having(secret).size(), "round " + round);
                assertEquals(1, made, "round " + round);
            }
        }
    }

    @Test
    void aWriterThatIsOvertakenBetweenItsStepsAddsNothing() {
        AtomicReference<Change> faster = new AtomicReference<>();
        Integrations slow = before(2, () -> faster.set(add(integrations, OTHER, SECRET)));

        Change slower = add(slow, ACME, SECRET);

        Integration made = made(faster.get());
        assertEquals(Change.Refused.SECRET_IN_USE, slower);
        assertEquals(List.of(made.id()), having(SECRET));
        assertEquals(Change.Refused.SECRET_IN_USE, add(integrations, ACME, SECRET));
    }

    @Test
    void ofTwoThatTakeOverAnAbandonedClaimOneGetsTheSecret() {
        abandonClaim();
        AtomicReference<Change> faster = new AtomicReference<>();
        Integrations slow = before(2, () -> faster.set(add(integrations, OTHER, SECRET)));

        assertEquals(Change.Refused.SECRET_IN_USE, add(slow, ACME, SECRET));
        assertInstanceOf(Change.Made.class, faster.get());
        assertEquals(1, having(SECRET).size());
    }

    /** A writer ends after it claimed the secret. */
    private void abandonClaim() {
        Integrations broken = before(2, IntegrationsTest::fail);
        assertThrows(StoreUnavailable.class, () -> add(broken, ACME, SECRET));
        assertEquals(List.of(), having(SECRET));
    }

    @Test
    void anIntegrationWhoseClaimCannotBeConfirmedIsRemoved() {
        Integrations broken = before(3, IntegrationsTest::fail);

        assertThrows(StoreUnavailable.class, () -> add(broken, ACME, SECRET));

        assertEquals(List.of(), having(SECRET));
        assertInstanceOf(Change.Made.class, add(integrations, OTHER, SECRET));
    }

    @Test
    void aRotationThatIsOvertakenKeepsTheOldSecret() {
        SecretText old = new SecretText("whsec_old");
        Integration before = made(add(integrations, ACME, old));
        AtomicReference<Change> faster = new AtomicReference<>();
        Integrations slow = before(2, () -> faster.set(add(integrations, OTHER, SECRET)));

        assertEquals(Change.Refused.SECRET_IN_USE, slow.rotate(before.id(), SECRET));

        assertInstanceOf(Change.Made.class, faster.get());
        assertEquals(1, having(SECRET).size());
        assertEquals(before, integrations.find(before.id()).orElseThrow());
    }

    @Test
    void ofTwoRotationsAtTheSameTimeOneIsRefused() {
        Integration before = made(add(integrations, ACME, SECRET));
        SecretText lost = new SecretText("whsec_lost");
        Integrations slow = before(2, () -> integrations.rotate(before.id(), new SecretText("whsec_first")));

        assertEquals(Change.Refused.CONFLICT, slow.rotate(before.id(), lost));

        assertEquals(List.of(), having(lost));
        assertInstanceOf(Change.Made.class, add(integrations, OTHER, lost));
    }

    /** A secret that was used before is not freed while it is used again. */
    @Test
    void aSecretCanComeBack() {
        SecretText second = new SecretText("whsec_second");
        Integration of = made(add(integrations, ACME, SECRET));
        assertInstanceOf(Change.Made.class, integrations.rotate(of.id(), second));
        assertInstanceOf(Change.Made.class, integrations.rotate(of.id(), SECRET));

        assertEquals(Change.Refused.SECRET_IN_USE, add(integrations, OTHER, SECRET));
        assertEquals(Change.Refused.SECRET_IN_USE, add(integrations, OTHER, second));
        integrations.endRotation(of.id());
        assertEquals(Change.Refused.SECRET_IN_USE, add(integrations, OTHER, SECRET));
        assertInstanceOf(Change.Made.class, add(integrations, OTHER, second));
    }

    @Test
    void aThirdSecretIsRefusedWhileTwoAreValid() {
        SecretText second = new SecretText("whsec_second");
        SecretText third = new SecretText("whsec_third");
        Integration of = made(add(integrations, ACME, SECRET));
        assertInstanceOf(Change.Made.class, integrations.rotate(of.id(), second));

        assertEquals(Change.Refused.TWO_SECRETS, integrations.rotate(of.id(), third));
        assertInstanceOf(Change.Made.class, integrations.rotate(of.id(), second), "a repeated request");
        assertEquals(List.of(of.id()), having(SECRET));
        assertEquals(List.of(), having(third));

        integrations.endRotation(of.id());
        assertInstanceOf(Change.Made.class, integrations.rotate(of.id(), third));
    }

    /** Time does not move. */
    @Test
    void whatAChangeAcknowledgedIsInEffectForTheNextWebhook() {
        Integrations other = world.integrations(store);
        assertEquals(Optional.empty(), integrations.known("abcdefghijkm"));
        assertEquals(Optional.empty(), other.known("abcdefghijkm"));

        Integration made = made(add(integrations, ACME, SECRET));
        assertEquals(Optional.of(made), integrations.known(made.id()));
        assertEquals(Optional.of(made), other.known(made.id()));

        Integration rotated = made(integrations.rotate(made.id(), new SecretText("whsec_second")));
        assertEquals(Optional.of(rotated), integrations.known(made.id()));
        assertEquals(Optional.of(rotated), other.checked(made.id()));

        integrations.remove(made.id());
        assertEquals(Optional.empty(), integrations.known(made.id()));
    }

    @Test
    void idsThatDoNotExistCostFewReads() throws ExecutionException {
        AtomicInteger reads = new AtomicInteger();
        Integrations other = watched(call -> {
            if (call.is("read integrations")) {
                reads.incrementAndGet();
            }
        });
        List<Callable<Optional<Integration>>> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String id = "unknown" + i;
            many.add(() -> other.known(id));
        }

        long start = System.nanoTime();
        assertEquals(Collections.nCopies(200, Optional.empty()), Waits.together(many));
        long quarters = (System.nanoTime() - start) / 250_000_000;

        assertTrue(reads.get() <= 2 + quarters, reads + " reads in " + quarters + " quarters of a second");
    }

    /** The list of an instance without webhooks can be old. All that arrive together wait for the new one. */
    @Test
    void aNewIntegrationIsKnownWhileTheListIsRead() throws ExecutionException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger reads = new AtomicInteger();
        Integrations other = watched(call -> {
            if (call.is("read integrations") && reads.incrementAndGet() == 2) {
                started.countDown();
                Waits.open(released, "the read is not released");
            }
        });
        assertEquals(Optional.empty(), other.known("abcdefghijkm"));
        Integration made = made(add(integrations, ACME, SECRET));
        world.move(Integrations.SEEN_WITHIN);

        List<Optional<Integration>> found = Waits.together(List.of(() -> other.known(made.id()), () -> {
            Waits.open(started, "no read has started");
            Thread.ofVirtual().start(() -> {
                LockSupport.parkNanos(50_000_000);
                released.countDown();
            });
            return other.known(made.id());
        }));

        assertEquals(List.of(Optional.of(made), Optional.of(made)), found);
        assertEquals(2, reads.get(), "one of them reads");
    }

    @Test
    void aListThatCannotBeReadIsReadAgain() {
        AtomicInteger reads = new AtomicInteger();
        Integrations other = watched(call -> {
            if (call.is("read integrations") && reads.incrementAndGet() == 1) {
                throw new StoreUnavailable("down");
            }
        });

        assertThrows(StoreUnavailable.class, () -> other.known("abcdefghijkm"));
        assertEquals(Optional.empty(), other.known("abcdefghijkm"));
    }
}
