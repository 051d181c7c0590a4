package org.orderevidence.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.notification.Merchant.LIVE;
import static org.orderevidence.notification.Merchant.START;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Actor;
import org.orderevidence.notification.Endpoint.EndpointState;
import org.orderevidence.notification.Receiver.Request;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangeType;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.waiting.Waits;

/** How changes are sent, with receivers that do what receivers do. */
class DeliveriesTest {
    private static final Duration IMPATIENCE = Duration.ofMillis(300);

    @TempDir
    private Path folder;

    private Merchant merchant;
    private Notifications notifications;
    private Receiver receiver;
    private Duration patience = Duration.ofMinutes(1);
    private final List<String> stored = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        merchant = new Merchant(folder);
        notifications = merchant.notifications();
        receiver = new Receiver();
        notifications.set(Actor.operator(), LIVE, receiver.url(), Set.of(), false);
    }

    @AfterEach
    void close() {
        receiver.close();
        merchant.close();
    }

    private Sender sender() {
        return new Sender(true, (SSLSocketFactory) SSLSocketFactory.getDefault(), patience);
    }

    /** Adds changes, the first of which has this number. */
    private void add(int first, int count) {
        for (int i = first; i < first + count; i++) {
            merchant.move(Duration.ofMillis(1));
            Change change = Change.of(
                    "change " + i,
                    ChangeType.ORDER_ELIGIBLE,
                    merchant.instant(),
                    Map.of("orderId", "Bestellung é " + i));
            merchant.store.changes().add(LIVE, change);
            stored.add(change.id());
        }
        merchant.move(ChangeStore.SETTLED.plusSeconds(1));
    }

    private void turn() {
        notifications.endpoints().stream()
                .filter(record -> Notifications.endpoint(record).progress().isReady(merchant.instant()))
                .forEach(new Deliveries(notifications, sender())::turn);
    }

    private Endpoint endpoint() {
        return notifications.endpoint(LIVE).orElseThrow();
    }

    private static String hmac(String secret, Request request) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replace("whsec_", "")), "HmacSHA256"));
        String signed = request.header("webhook-id") + "." + request.header("webhook-timestamp") + "." + request.body();
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aChangeIsSentAsStandardWebhooksSpecifies() throws GeneralSecurityException {
        add(1, 1);
        turn();

        Request request = receiver.requests().getFirst();
        assertEquals("POST /changes?of=shop HTTP/1.1", request.line());
        assertEquals("application/json", request.header("content-type"));
        assertEquals(stored.getFirst(), request.header("webhook-id"));
        assertEquals(Long.toString(merchant.instant().getEpochSecond()), request.header("webhook-timestamp"));
        assertEquals(hmac(endpoint().secret(), request), request.header("webhook-signature"));
        assertEquals(
                "{\"id\":\"" + stored.getFirst() + "\",\"type\":\"order.eligible\",\"timestamp\":\"" + START
                        + "\",\"data\":{\"orderId\":\"Bestellung é 1\"}}",
                request.body());
        assertEquals(EndpointState.ACTIVE, endpoint().state());
    }

    @Test
    void aSecondRotationKeepsTheSecretThatTheReceiverHas() throws GeneralSecurityException {
        String before = endpoint().secret();
        notifications.set(Actor.operator(), LIVE, receiver.url(), Set.of(ChangeType.ORDER_ELIGIBLE), true);
        merchant.move(Duration.ofHours(1));
        notifications.set(Actor.operator(), LIVE, receiver.url(), Set.of(), true);
        assertEquals(Set.of(ChangeType.ORDER_ELIGIBLE), endpoint().types(), "a rotation changes no types");
        add(1, 1);
        turn();
        merchant.move(Endpoint.GRACE.minusHours(1));
        add(2, 1);
        turn();

        String after = endpoint().secret();
        Request first = receiver.requests().getFirst();
        assertEquals(hmac(after, first) + " " + hmac(before, first), first.header("webhook-signature"));
        assertEquals(
                hmac(after, receiver.requests().getLast()),
                receiver.requests().getLast().header("webhook-signature"));
    }

    @Test
    void aChangeThatCannotBeReadHoldsUpNoOther() {
        add(1, 100);
        TestSqlite.change("sqlite:" + folder.resolve("evidence.db"), "UPDATE changes_records SET body = body || x'00'");
        add(101, 1);
        turn();
        turn();

        assertEquals(List.of(stored.getLast()), receiver.ids());
    }

    @Test
    void aReceiverThatIsDownForADayGetsAllInOrder() throws IOException {
        int port = receiver.port();
        receiver.close();
        for (int hour = 0; hour < 24; hour++) {
            add(10 * hour, 10);
            turn();
            merchant.move(Duration.ofHours(1));
        }
        assertEquals(EndpointState.FAILING, endpoint().state());

        receiver = new Receiver(new ServerSocket(port, 50, InetAddress.getLoopbackAddress()));
        merchant.move(Duration.ofHours(1));
        IntStream.range(0, 3).forEach(_ -> turn());

        assertEquals(stored, receiver.ids());
        assertEquals(0, endpoint().progress().skipped());
        assertEquals(EndpointState.ACTIVE, endpoint().state());
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "302", "404", "199", Receiver.HANGS, Receiver.CLOSES, "nonsense"})
    void aChangeThatIsNotReceivedIsSentAgainWithPauses(String answer) {
        receiver.answers(
                answer.matches("[0-9]{3}")
                        ? Receiver.status(Integer.parseInt(answer)).replace("\r\n\r\n", "\r\nLocation: /other\r\n\r\n")
                        : answer.equals("nonsense") ? "nonsense\r\n\r\n" : answer);
        // A status below 200 announces another one, which never comes.
        if (answer.equals(Receiver.HANGS) || answer.equals("199")) {
            patience = IMPATIENCE;
        }
        add(1, 3);
        turn();
        turn();
        assertEquals(stored.subList(0, 1), receiver.ids(), "the others wait for the first");
        assertEquals(EndpointState.FAILING, endpoint().state());
        assertEquals(merchant.instant().plusSeconds(5), endpoint().progress().next());

        merchant.move(Duration.ofSeconds(5));
        turn();
        assertEquals(2, receiver.requests().size());
        assertEquals(merchant.instant().plusSeconds(20), endpoint().progress().next());

        receiver.answers(Receiver.status(200));
        patience = Duration.ofMinutes(1);
        merchant.move(Duration.ofSeconds(20));
        turn();
        assertEquals(stored, receiver.ids().subList(2, 5));
        assertTrue(
                receiver.requests().stream().allMatch(request -> request.line().startsWith("POST /changes")));
    }

    @Test
    void aReceiverThatSendsAByteNowAndThenIsGivenUp() {
        receiver.answers("HTTP/1.1 1");
        patience = IMPATIENCE;
        add(1, 1);
        long start = System.nanoTime();
        turn();

        assertTrue(Duration.ofNanos(System.nanoTime() - start).compareTo(Duration.ofSeconds(5)) < 0);
        assertEquals(EndpointState.FAILING, endpoint().state());
    }

    @Test
    void aChangeIsGivenUpAfterThreeDaysAndTheNextOnesAreSent() {
        add(1, 2);
        receiver.answers(Receiver.status(500));
        turn();
        merchant.move(Duration.ofDays(3));
        turn();

        assertEquals(1, endpoint().progress().skipped());
        assertEquals("the endpoint answered 500", endpoint().progress().failure());
        assertEquals(stored.getLast(), receiver.ids().getLast());

        receiver.answers(Receiver.status(200));
        notifications.replay(Actor.operator(), LIVE, ChangeStore.cursor(START));
        turn();
        assertEquals(
                stored,
                receiver.ids().subList(receiver.ids().size() - 2, receiver.ids().size()));
    }

    @Test
    void nothingIsSentAfter410UntilTheEndpointIsSetAgain() {
        receiver.answers(Receiver.status(410));
        add(1, 1);
        turn();
        merchant.move(Duration.ofDays(1));
        turn();
        assertEquals(EndpointState.GONE, endpoint().state());
        assertEquals(1, receiver.requests().size());
        assertEquals(START.plusMillis(1), notifications.waiting().getFirst().oldest(), "the alert must see it");

        receiver.answers(Receiver.status(200));
        notifications.set(Actor.operator(), LIVE, receiver.url(), Set.of(), false);
        turn();
        assertEquals(2, receiver.requests().size());
        assertEquals(EndpointState.ACTIVE, endpoint().state());
    }

    @Test
    void onlyChangesOfTheTypesOfTheEndpointAreSentAndTests() {
        notifications.set(Actor.operator(), LIVE, receiver.url(), Set.of(ChangeType.DISPUTE_OPENED), false);
        add(1, 3);
        Change test = notifications.test(LIVE);
        merchant.move(Duration.ofMinutes(1));
        turn();

        assertEquals(List.of(test.id()), receiver.ids());
        assertEquals(test.cursor(), endpoint().progress().cursor());
    }

    @Test
    void twoInstancesSendEachChangeOnce() {
        add(1, 20);
        Deliveries one = new Deliveries(notifications, sender());
        Deliveries two = new Deliveries(merchant.notifications(), sender());
        for (int i = 0; i < 5; i++) {
            one.pass();
            two.pass();
        }
        Waits.until(() -> endpoint().progress().deliveredAt() != null, "the changes were not sent");
        one.close();
        two.close();

        assertEquals(stored, receiver.ids());
    }

    @Test
    void afterACrashTheSameChangesAreSentAgain() {
        add(1, 2);
        var before = notifications.endpoints().getFirst();
        Deliveries crashed = new Deliveries(notifications, sender());
        crashed.turn(before);
        // What it has sent was not stored.
        Endpoint sent = endpoint();
        notifications.replace(
                notifications.endpoints().getFirst(),
                sent.with(Notifications.endpoint(before)
                        .progress()
                        .notBefore(merchant.instant().plusSeconds(90))));
        turn();
        assertEquals(2, receiver.requests().size(), "the claim of the crashed instance");

        merchant.move(Duration.ofSeconds(90));
        turn();
        assertEquals(Stream.concat(stored.stream(), stored.stream()).toList(), receiver.ids());
    }

    @Tag("slow")
    @Test
    void aReceiverThatHangsDelaysNoOtherAndNoChange() throws IOException {
        AccountSpace test = new AccountSpace("shop", Mode.TEST);
        try (Receiver hanging = new Receiver()) {
            hanging.answers(Receiver.HANGS);
            notifications.set(Actor.operator(), test, hanging.url(), Set.of(), false);
            notifications.test(test);
            add(1, 1);
            Deliveries deliveries = new Deliveries(
                    notifications,
                    new Sender(true, (SSLSocketFactory) SSLSocketFactory.getDefault(), Duration.ofSeconds(20)));
            deliveries.pass();
            Waits.until(
                    () -> !hanging.requests().isEmpty() && endpoint().progress().deliveredAt() != null,
                    "the other changes were not sent");
            deliveries.close();
        }

        assertEquals(stored, receiver.ids());
    }

    @Test
    void aServiceThatAllowsNoPrivateAddressesSendsNothingToOneThatWasSetBefore() {
        Notifications strict = new Notifications(
                merchant.store.changes(),
                merchant.store.integrations(),
                merchant.accounts.audit(),
                new Random(5),
                false,
                merchant);
        add(1, 1);
        new Deliveries(strict, sender()).turn(strict.endpoints().getFirst());

        assertEquals(List.of(), receiver.requests());
        assertEquals(
                "the address must start with https://", endpoint().progress().failure());
    }

    @ParameterizedTest
    @CsvSource({
        "http://shop.example/,must start with https://",
        "ftp://shop.example/,must start with https://",
        "https://ann:secret@shop.example/,'must have no user, password or fragment; the signature proves the sender'",
        "https://shop.example/#a,'must have no user, password or fragment; the signature proves the sender'",
        "https:/changes,'must have the name of a host in ASCII, such as https://shop.example/changes'",
        "https://shop.example/é,'must have the name of a host in ASCII, such as https://shop.example/changes'",
        "https://shop.example:0/,'must have a port from 1 to 65535, or none'",
        "https://shop.example:65536/,'must have a port from 1 to 65535, or none'",
        "no url,'must be a URL, such as https://shop.example/changes'",
        "https://shop.example:8443/changes?token=a,"
    })
    void anAddressThatCannotBeUsedIsRefused(String url, String words) {
        assertEquals(words, Sender.fault(url, false).orElse(null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "localhost",
                "[::1]",
                "10.0.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "0.0.0.0",
                "[::ffff:127.0.0.1]",
                "[fd00::1]",
                "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]",
                "[2001:0:1:2:3:4:80ff:fffe]",
                "[::7f00:1]",
                "2130706433"
            })
    void nothingIsSentToAPrivateAddress(String host) {
        Sender strict = new Sender(false, (SSLSocketFactory) SSLSocketFactory.getDefault(), IMPATIENCE);
        String url = "http://" + host + ":" + receiver.port() + "/";

        Sender.Reply reply = strict.post(URI.create(url), Map.of(), new byte[2]);

        assertEquals(0, reply.status());
        assertTrue(reply.words().startsWith("the host has no public address"), reply.words());
        assertEquals(List.of(), receiver.requests());
    }

    @Test
    void onlyATrustedCertificateOfTheHostIsAccepted() throws IOException, GeneralSecurityException {
        Path keys = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=shop",
                        "-ext",
                        "san=dns:localhost",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        keys.toString())
                .redirectErrorStream(true)
                .start();
        assertEquals(0, Waits.exitCode(keytool));
        KeyStore own = KeyStore.getInstance(keys.toFile(), "changeit".toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(own, "changeit".toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(own);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
        Duration patience = Duration.ofSeconds(5);
        try (Receiver secured = new Receiver(
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()))) {
            Sender trusting = new Sender(true, context.getSocketFactory(), patience);
            Sender usual = new Sender(true, (SSLSocketFactory) SSLSocketFactory.getDefault(), patience);
            URI named = URI.create("https://localhost:" + secured.port() + "/");
            URI other = URI.create("https://127.0.0.1:" + secured.port() + "/");
            assertEquals(204, trusting.post(named, Map.of(), new byte[2]).status());
            for (Sender.Reply refused :
                    List.of(usual.post(named, Map.of(), new byte[2]), trusting.post(other, Map.of(), new byte[2]))) {
                assertTrue(refused.words().startsWith("no TLS connection"), refused.words());
            }
            assertEquals(1, secured.requests().size());
        }
        assertTrue(Files.exists(keys));
    }

    @Test
    void nothingSecretIsInATextForPeople() {
        assertFalse(endpoint().toString().contains(endpoint().secret()));
        assertFalse(endpoint().toString().contains("127.0.0.1"));
    }
}
