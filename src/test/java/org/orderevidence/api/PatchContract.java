package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statements;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What a change promises about its answer, about {@code If-Match}, about refunds, and about full orders. */
interface PatchContract extends ServesApi {
    /** The store that is served. */
    ServedStore store();

    private static Reply patch(Shop shop, String id, String body, String... ifMatch) {
        var request = shop.request("PATCH", "/api/v2/orders/" + id, BodyPublishers.ofString(body))
                .header("Content-Type", "application/merge-patch+json");
        for (String value : ifMatch) {
            request.header("If-Match", value);
        }
        return shop.api().send(request);
    }

    private static JsonNode charge(Shop shop, String id) {
        return shop.get("/api/v2/orders/" + id).is(200).at("/charge");
    }

    private static String version(Shop shop, String id) {
        return charge(shop, id).path("version").toString();
    }

    private static String refund(Shop shop, String id) {
        JsonNode charge = charge(shop, id);
        return charge.path("refunded") + " " + charge.path("refundedAmount").asString("none");
    }

    @Test
    default void onlyAKeyThatReadsIsAnsweredTheCharge() {
        Shop shop = api().newShop();
        shop.uploadOne("P");
        Shop writer = shop.with(api().key(shop.account(), Mode.LIVE, Scope.WRITE));

        JsonNode blind = patch(writer, "P", "{\"arn\": \"1\"}").is(200).json();
        JsonNode seeing = patch(shop, "P", "{\"arn\": \"2\"}").is(200).json();

        assertEquals(List.of("id", "outcome", "version"), List.copyOf(blind.propertyNames()));
        assertEquals("updated", blind.path("outcome").asString());
        assertEquals("2", seeing.at("/charge/arn").asString());
        assertEquals(version(shop, "P"), seeing.path("version").toString());
    }

    @Test
    default void aPatchSurvivesUploadsUntilOneStatesSomethingNew() {
        Shop shop = api().newShop();
        assertEquals("created", upload(shop, ""));
        patch(
                        shop,
                        "S",
                        "{\"refundedAmount\": 500, \"arn\": \"74\", \"receipt\": {\"delivery\": {\"status\": \"delivered\"}}}")
                .is(200);
        assertEquals("false 500, arn 74, delivered", patched(shop));

        assertEquals("unchanged", upload(shop, ""), "the same again");
        assertEquals("false 500, arn 74, delivered", patched(shop));

        assertEquals("updated", upload(shop, ", \"descriptor\": \"SHOP*TEA\""), "another field");
        assertEquals("false 500, arn 74, delivered", patched(shop));

        assertEquals(
                "updated patch_superseded /orders/0/arn",
                upload(shop, ", \"arn\": \"75\""),
                "something new about one field");
        assertEquals("false 500, arn 75, delivered", patched(shop));

        assertEquals(
                "updated patch_superseded /orders/0/refunded",
                upload(shop, ", \"arn\": \"75\", \"refundedAmount\": 700"),
                "a larger refund");
        assertEquals("false 700, arn 75, delivered", patched(shop));

        assertEquals("updated", upload(shop, ""), "the fields are left out: the PATCH does not come back");
        assertEquals("false none, arn , delivered", patched(shop));
    }

    @Test
    default void eachValueNamesItsSource() {
        Shop shop = api().newShop();
        shop.uploadOne("W");
        assertEquals("upload, no arn, no status", sources(shop));

        patch(shop, "W", "{\"arn\": \"74\", \"receipt\": {\"delivery\": {\"status\": \"delivered\"}}}")
                .is(200);

        assertEquals("upload, patch, patch", sources(shop));
        JsonNode listed = shop.get("/api/v2/orders").is(200).at("/orders/0");
        assertFalse(listed.has("sources"), listed::toString);
    }

    private static String sources(Shop shop) {
        JsonNode sources = charge(shop, "W").path("sources");
        return sources.path("amount").asString() + ", " + sources.path("arn").asString("no arn") + ", "
                + sources.path("receipt.delivery.status").asString("no status");
    }

    private static String upload(Shop shop, String more) {
        Reply reply =
                shop.upload(Shop.ORDER.formatted("S").replace("}", more + "}")).is(200);
        JsonNode result = reply.at("/results/0");
        StringBuilder text = new StringBuilder(result.path("outcome").asString());
        for (JsonNode warning : result.path("warnings").valueStream().toList()) {
            String code = warning.path("code").asString();
            if (code.equals("patch_superseded")) {
                text.append(' ')
                        .append(code)
                        .append(' ')
                        .append(warning.path("pointer").asString());
            }
        }
        return text.toString();
    }

    private static String patched(Shop shop) {
        JsonNode fetched = shop.get("/api/v2/orders/S").is(200).json();
        return refund(shop, "S") + ", arn " + fetched.at("/charge/arn").asString() + ", "
                + fetched.at("/digitalReceipt/order/delivery/status").asString();
    }

    @Test
    default void ifMatchTakesTheTagOfAnAnswerItsVersionAloneAndAStar() {
        Shop shop = api().newShop();
        shop.uploadOne("I");

        String tag = shop.get("/api/v2/orders/I").header("ETag");
        assertTrue(tag.matches("\"" + version(shop, "I") + "-[0-9a-f]{16}\""), tag);
        patch(shop, "I", "{\"arn\": \"1\"}", tag).is(200);
        patch(shop, "I", "{\"arn\": \"2\"}", tag).isProblem(Problem.PRECONDITION_FAILED);
        patch(shop, "I", "{\"arn\": \"3\"}", "\"" + version(shop, "I") + "\"").is(200);
        patch(shop, "I", "{\"arn\": \"4\"}", "*").is(200);
        patch(shop, "I", "{\"arn\": \"5\"}", "\"other\", \"" + version(shop, "I") + "-x\"")
                .is(200);
        patch(shop, "I", "{\"arn\": \"6\"}", "\"other\"", "\"" + version(shop, "I") + "\"")
                .is(200);

        assertEquals("6", charge(shop, "I").path("arn").asString());
    }

    @Test
    default void ifMatchComparesTheVersionAndNotTheVerdict() {
        Shop shop = api().newShop();
        shop.uploadOne("V");
        String tag = shop.get("/api/v2/orders/V").header("ETag");

        shop.upload(Shop.ORDER.formatted("V-OLD").replace("2026-11-01", "2026-05-01"))
                .is(200);

        assertFalse(tag.equals(shop.get("/api/v2/orders/V").header("ETag")), "another verdict has another tag");
        patch(shop, "V", "{\"arn\": \"1\"}", tag).is(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"7", "*, \"7\"", "\"7\" \"8\"", ","})
    default void anIfMatchThatIsNoneIsRefused(String value) {
        Shop shop = api().newShop();
        shop.uploadOne("N");

        patch(shop, "N", "{\"arn\": \"1\"}", value).isProblem(Problem.INVALID_PARAMETER);
    }

    @Test
    default void faultsOfTheRequestComeBeforeThePreconditionAndFaultsOfTheOrderAfterIt() {
        Shop shop = api().newShop();
        shop.uploadOne("O");

        patch(shop, "NOBODYS", "{\"arn\": \"1\"}", "*").isProblem(Problem.ORDER_NOT_FOUND);
        patch(shop, "O", "{\"amount\": 1}", "\"0\"").isProblem(Problem.INVALID_REQUEST);
        patch(shop, "O", "{\"refundedAmount\": 2000}", "\"0\"").isProblem(Problem.PRECONDITION_FAILED);
    }

    @Test
    default void ofManyChangesOfOneVersionOneIsMade() throws InterruptedException, ExecutionException {
        Shop shop = api().newShop();
        shop.uploadOne("RACE");
        for (int round = 0; round < 5; round++) {
            String tag = "\"" + version(shop, "RACE") + "\"";
            List<Callable<Reply>> changes = IntStream.range(0, 8)
                    .mapToObj(i -> (Callable<Reply>)
                            () -> patch(shop, "RACE", "{\"arn\": \"" + i + "-" + tag.hashCode() + "\"}", tag))
                    .toList();
            List<Reply> made = Waits.together(changes).stream()
                    .filter(reply -> reply.status() != Problem.PRECONDITION_FAILED.status())
                    .toList();

            assertEquals(1, made.size(), made::toString);
            JsonNode answer = made.getFirst().is(200).json();
            assertEquals(answer.at("/charge/arn"), charge(shop, "RACE").path("arn"));
            assertEquals(answer.path("version").toString(), version(shop, "RACE"));
        }
    }

    /** Of each: what is stored, the change, and what is stored then; or the fault. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "nothing", textBlock = """
            nothing | {'refundedAmount': 1999} | true 1999
            nothing | {'refundedAmount': 1998} | false 1998
            nothing | {'refunded': true} | true none
            nothing | {'refunded': true, 'refundedAmount': 1999} | true 1999
            nothing | {'refunded': false, 'refundedAmount': 1999} | true 1999
            nothing | {'refunded': true, 'refundedAmount': 1} | /refundedAmount inconsistent
            'refundedAmount': 1999 | {'refundedAmount': 0} | false 0
            'refundedAmount': 1999 | {'refundedAmount': null} | false none
            'refundedAmount': 1999 | {'refunded': true} | true 1999
            'refundedAmount': 1999 | {'refunded': false} | /refunded inconsistent
            'refundedAmount': 1999 | {'refunded': null} | /refunded inconsistent
            'refundedAmount': 1999 | {'refunded': false, 'refundedAmount': 5} | false 5
            'refundedAmount': 5 | {'refunded': true} | true none
            'refundedAmount': 5 | {'refunded': false} | false 5
            'refundedAmount': 5 | {'refunded': true, 'refundedAmount': null} | true none
            'refundedAmount': 5 | {'arn': '1'} | false 5
            'refunded': true | {'refundedAmount': 0} | /refundedAmount inconsistent
            'refunded': true | {'refundedAmount': 0, 'refunded': false} | false 0
            'refunded': true | {'refundedAmount': 1999} | true 1999
            'refunded': true | {'refunded': null} | false none
            """)
    default void aRefundOfAllTheAmountIsAFullOne(String stored, String change, String expected) {
        Shop shop = api().newShop();
        String more = stored == null ? "" : ", " + stored.replace('\'', '"');
        shop.upload(Shop.ORDER.formatted("R").replace("}", more + "}")).is(200);
        String before = refund(shop, "R");

        Reply reply = patch(shop, "R", change.replace('\'', '"'));

        if (expected.startsWith("/")) {
            reply.isProblem(Problem.INVALID_REQUEST, expected);
            assertEquals(before, refund(shop, "R"));
        } else {
            assertEquals(expected, refund(shop, "R"), reply::text);
        }
    }

    /** An order of a charge and 63 refunds of a platform, which was never uploaded. */
    private void storePartsOfPlatform(Shop shop, String id) {
        OrderId order = new OrderId(id);
        Source stripe = Source.of(Platform.STRIPE, "main");
        Charge charge =
                ChargeBuilder.on(LocalDate.of(2026, 11, 1)).amount(1999, "USD").build();
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(
                new PartKey(stripe, "charge/ch_1"),
                1,
                new PlatformObject(
                        PlatformObject.Kind.CHARGE,
                        Statements.of(new Order(order, null, charge, Customer.NONE, Receipt.EMPTY)),
                        null)));
        for (int i = 1; i < Part.MAX_PARTS; i++) {
            parts.add(new Part(
                    new PartKey(stripe, "refund/re_" + i),
                    1,
                    new RefundObject(new Money(1, Currency.getInstance("USD")), RefundState.DONE, null)));
        }
        AccountSpace space = new AccountSpace(shop.account(), Mode.LIVE);
        assertInstanceOf(
                OrderOutcome.Created.class,
                store().evidence()
                        .put(space, List.of(new PartWrite(order, parts, null)), ServedApi.NOW)
                        .getFirst());
    }

    @Test
    default void anOrderOfAllPartsTakesNeitherAPatchNorAnUploadThatAddsOne() {
        String tooMany = "the order has 512 parts already, or more than 256 KB of them; contact the operator if your"
                + " integrations need more";
        Shop shop = api().newShop();
        storePartsOfPlatform(shop, "F");
        JsonNode before = charge(shop, "F");
        assertEquals(511, before.path("refundedAmount").asInt());

        Reply patched = patch(shop, "F", "{\"arn\": \"74\"}").isProblem(Problem.INVALID_REQUEST);
        JsonNode uploaded = shop.upload(Shop.ORDER.formatted("F"), Shop.ORDER.formatted("G"))
                .is(200)
                .json();

        assertEquals(List.of(" too_many"), patched.errors());
        assertEquals(tooMany, patched.text("/detail"));
        assertEquals(tooMany, patched.text("/errors/0/detail"));
        JsonNode refused = uploaded.at("/results/0");
        JsonNode error = refused.at("/errors/0");
        assertEquals("rejected", refused.path("outcome").asString());
        assertEquals(
                "/orders/0 too_many",
                error.path("pointer").asString() + " " + error.path("code").asString());
        assertEquals(tooMany, error.path("detail").asString());
        assertEquals(1, uploaded.path("rejected").asInt());
        assertEquals("created", uploaded.at("/results/1/outcome").asString());
        assertEquals(before, charge(shop, "F"), "nothing changed");
    }
}
