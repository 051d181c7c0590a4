package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.errors;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.orderWith;
import static org.orderevidence.http.Bodies.parse;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderParts;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Statements;
import org.orderevidence.order.part.Values;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class OrderReaderTest {
    @Test
    void readsEveryField() {
        Charge charge = ChargeBuilder.at(OrderTime.at(Instant.parse("2026-03-01T11:00:00Z")))
                .amount(1999, "USD")
                .settledAt(OrderTime.on(LocalDate.of(2026, 3, 2)))
                .fulfilledAt(OrderTime.at(Instant.parse("2026-03-05T09:30:00.250Z")))
                .credential(new PaymentCredential(null, null, "424242", "4242", new Brand("visa")))
                .references(new Charge.References(
                        "ABC123",
                        "74537604221222132710572",
                        "016153570198200",
                        "TEA SHOP",
                        "gate",
                        "ch_3NxQ2eZvKYlo2C"))
                .verification(new Charge.Verification(new Charge.ThreeDs("05", "9b2f-77"), "Y"))
                .refundedAmountMinor(100L)
                .cardPresent(true)
                .validation(true)
                .recurring(true)
                .type(Charge.Type.ORIGINAL_CREDIT)
                .initialOrderId(new OrderId("A-0"))
                .category(Charge.Category.MERCHANDISE)
                .build();
        Customer customer = new Customer(
                new PersonalText("203.0.113.7"),
                new PersonalText("device-0123456789"),
                new PersonalText("fingerprint-0123456789"),
                new PersonalText("ann-1001"));
        MerchantInfo merchant = new MerchantInfo(
                "Tea Shop",
                "Tea\nand cups",
                "https://shop.example/logo.png",
                "https://shop.example/refund",
                "https://shop.example/cancel",
                "http://shop.example/terms",
                "+1 555 0100",
                "help@shop.example",
                "shop.example",
                new Address("1 Shop Street", "Floor 2", "London", "LND", "SW1A 1AA", "GB", "51.5", "-0.1"));
        Receipt receipt = new ReceiptBuilder()
                .merchant(merchant)
                .lineItems(List.of(
                        new LineItem("Tea set", "White\tgreen", Currency.getInstance("EUR"), 2, 1500),
                        new LineItem("Voucher", null, null, 1, -100)))
                .customerEmail("ann@example.com")
                .customerPhone(new PersonalText("+44 20 7946 0958"))
                .customerName(new Receipt.PersonName("Ann", "Example"))
                .billingAddress(new Address("2 Bill Street", "B", "Leeds", "LDS", "LS1 1AA", "GB", "53.8", "-1.5"))
                .shippingAddress(new Address("3 Ship Street", "S", "York", "YRK", "YO1 1AA", "GB", "53.9", "-1.1"))
                .description("Gifts")
                .delivery(new Receipt.Delivery(
                        "delivered", "Post", "4111111111111111", OrderTime.on(LocalDate.of(2026, 3, 4))))
                .totals(new Receipt.Totals(1500L, 300L, 299L, -100L))
                .build();
        Order order = new Order(new OrderId("A-1/ü"), 7L, charge, customer, receipt);
        Charge leastCharge =
                ChargeBuilder.on(LocalDate.of(2025, 1, 1)).amount(1, "USD").build();
        assertEquals(
                List.of(
                        "charge/credential/accountReference",
                        "charge/credential/fingerprint",
                        "charge/refunded",
                        "charge/status"),
                OrderParts.equal(order, new Order(new OrderId("A"), null, leastCharge, Customer.NONE, Receipt.EMPTY)),
                "fields that this test does not reach");
        assertEquals(
                new Read.Good<>(
                        uploaded(
                                order,
                                new CardTokens(
                                        new CardFingerprint("fp_ann_card_0001"),
                                        new PaymentAccountReference("V0010013018036776997406844829"))),
                        List.of(),
                        false),
                read(parse(Bodies.FULL_ORDER)));
    }

    @Test
    void statesNothingThatTheLeastOrderLeavesOut() {
        Statement least = new Values(OrderFields.ORDER)
                .put(new Money(1999, Currency.getInstance("USD")))
                .put(OrderFields.TRANSACTION_DATE, OrderTime.on(LocalDate.of(2026, 3, 1)))
                .statement();
        assertEquals(
                new UploadedOrder(new OrderId("A-1"), null, least, null),
                good(read(parse(Bodies.LEAST_ORDER))).value());
    }

    private static UploadedOrder uploaded(Order order, CardTokens tokens) {
        return new UploadedOrder(order.id(), order.revision(), Statements.of(order), tokens);
    }

    @Test
    void namesAllFaultsAtOnce() {
        assertEquals(
                List.of(
                        "/orders/3/id required",
                        "/orders/3/amount out_of_range",
                        "/orders/3/currency unknown_currency",
                        "/orders/3/transactionDate invalid_date",
                        "/orders/3/bin invalid_format",
                        "/orders/3/last4 wrong_type",
                        "/orders/3/status unknown_value",
                        "/orders/3/refunded wrong_type",
                        "/orders/3/receipt/lineItems/0/price not_an_integer",
                        "/orders/3/receipt/lineItems/1 wrong_type",
                        "/orders/3/receipt/shippingAddress wrong_type"),
                faults(OrderReader.read(parse("""
                                {"amount": -1, "currency": "USDX", "transactionDate": "2026-02-30", "bin": "4242", "last4": 4242,
                                 "status": "paid", "refunded": "yes", "receipt": {
                                 "lineItems": [{"productName": "Tea", "price": 1.5}, null], "shippingAddress": "York"}}"""), "/orders/3", NOW, false, new FaultRoom())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "\"A-1\"", "1", "true"})
    void anOrderIsAnObject(String json) {
        assertEquals(List.of("/orders/0 wrong_type"), faults(read(parse(json))));
    }

    @ParameterizedTest
    @CsvSource({
        "amount, -0, ",
        "amount, 1000000000000, ",
        "amount, 18446744073709553615, out_of_range",
        "amount, 1e400, not_an_integer",
        "bin, '\" 424242 \"', ",
        "bin, '\"4242424\"', invalid_format",
        "bin, '\"42424x\"', invalid_format",
        "bin, '\"٤٢٤٢٤٢\"', invalid_format",
        "last4, '\" 0042 \"', ",
        "last4, '\"042\"', invalid_format",
        "currency, '\" jpy \"', ",
        // A code of ISO 4217 that is not money.
        "currency, '\"XTS\"', unknown_currency",
        "type, '\"Original_Credit\"', ",
        "merchandiseOrServices, '\"Services\"', ",
        "brand, '\"JCB\"', ",
        "cardFingerprint, '\"1234567\"', too_short",
        "receipt, '\"Tea\"', wrong_type",
    })
    void judgesAValue(String name, String json, String code) {
        Read<UploadedOrder> read = read(orderWith(name, parse(json)));
        if (code == null) {
            good(read);
        } else {
            assertEquals(List.of("/orders/0/" + name + " " + code), faults(read));
        }
    }

    @Test
    void anIdHasACharacterThatPeopleSee() {
        assertEquals(
                List.of(new FieldError("/orders/0/id", FaultCode.REQUIRED, "id is required")),
                errors(read(orderWith("id", "\u200B"))));
    }

    @Test
    void neverRepeatsAValue() {
        String json = """
                {"id": "A-1", "amount": 4111111111111111, "currency": "secret1", "transactionDate": "secret2", "bin": "secret3",
                 "status": "secret4", "settledAt": "secret5", "revision": 1.25, "receipt": {"merchantInfo": {"logoUrl": "secret6"}}}""";
        for (FieldError error : errors(read(parse(json)))) {
            assertFalse(error.detail().contains("secret"), error.detail());
            assertFalse(error.detail().contains("4111"), error.detail());
            assertFalse(error.detail().contains("1.25"), error.detail());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a%2Fb", "..", "../../etc", "😀", "a b", "~0", "\"\\", "A\u0301"})
    void anIdIsAnyPrintableTextAndStaysAsItIs(String id) {
        assertEquals(id, good(read(orderWith("id", id))).value().id().value());
        assertEquals(id, OrderReader.repeatableId(orderWith("id", id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {" A-1", "A-1\u00a0", "\ufeffA-1", "A\u200b-1", "A\u202e-1", "A-1\u00ad", "A-1\n"})
    void anIdWithCharactersThatNobodySeesIsRefusedWithTheCleanedId(String id) {
        FieldError error = errors(read(orderWith("id", id))).getFirst();

        assertEquals("/orders/0/id", error.pointer());
        assertTrue(error.detail().endsWith("without them, it is \"A-1\""), error.detail());
        assertNull(OrderReader.repeatableId(orderWith("id", id)));
    }

    @ParameterizedTest
    @CsvSource({
        "A\\u0000, control_character",
        "A\\n1, control_character",
        "A\\ud800, not_well_formed",
        "4111 1111 1111 1111, card_number",
        "'', required",
    })
    void anIdHasNothingThatCannotBeWrittenDown(String escaped, String code) {
        JsonNode order = orderWith("id", parse('"' + escaped + '"'));
        assertEquals(List.of("/orders/0/id " + code), faults(read(order)));
        assertNull(OrderReader.repeatableId(order));
    }

    @Test
    void anIdThatIsNoTextCannotBeRepeated() {
        assertNull(OrderReader.repeatableId(parse("{\"id\": 1}")));
        assertNull(OrderReader.repeatableId(parse("{}")));
        assertNull(OrderReader.repeatableId(parse("[]")));
        assertNull(OrderReader.repeatableId(orderWith("id", "x".repeat(129))));
    }

    @ParameterizedTest
    @CsvSource({
        "transactionDate, 2026-11-21, ",
        "transactionDate, 2026-11-22, out_of_range",
        "transactionDate, 2026-11-21T12:00:00Z, ",
        "transactionDate, 2026-11-21T12:00:00.000000001Z, out_of_range",
        "transactionDate, 1999-12-31, out_of_range",
        "transactionDate, 2000-01-01, ",
        "settledAt, 2026-02-28, out_of_range",
        "settledAt, 2026-02-28T23:59:59Z, out_of_range",
        "settledAt, 2026-03-01, ",
        "settledAt, 2026-04-30, ",
        "settledAt, 2026-04-30T23:59:59Z, ",
        "settledAt, 2026-05-01, out_of_range",
        "settledAt, 2026-13-01, invalid_date",
        "settledAt, 2027-03-01, out_of_range",
        "fulfilledAt, 2025-01-01, ",
        "fulfilledAt, 2026-11-22, out_of_range",
        "fulfilledAt, soon, invalid_date",
    })
    void judgesADate(String name, String text, String code) {
        Read<UploadedOrder> read = read(orderWith(name, text));
        if (code == null) {
            good(read);
        } else {
            assertEquals(List.of("/orders/0/" + name + " " + code), faults(read));
        }
    }

    @Test
    void takes500LineItemsAndNotOneMore() {
        String item = "{\"productName\": \"Tea\", \"price\": 1}";
        JsonNode most = parse("{\"lineItems\": [" + (item + ",").repeat(499) + item + "]}");
        JsonNode tooMany = parse("{\"lineItems\": [" + (item + ",").repeat(500) + item + "]}");
        assertEquals(
                500,
                OrderFields.receipt(
                                good(read(orderWith("receipt", most))).value().statement())
                        .lineItems()
                        .size());
        assertEquals(List.of("/orders/0/receipt/lineItems too_many"), faults(read(orderWith("receipt", tooMany))));
    }

    @Test
    void spellsOutAsManyErrorsAsTheAnswerHasRoomFor() {
        String item = "{\"productName\": 1, \"price\": true}";
        JsonNode receipt = parse("{\"lineItems\": [" + (item + ",").repeat(149) + item + "]}");
        Read<UploadedOrder> read = read(orderWith("receipt", receipt));
        assertEquals(200, errors(read).size());
        assertEquals(
                "/orders/0/receipt/lineItems/99/price", errors(read).get(199).pointer());
        assertTrue(((Read.Bad<UploadedOrder>) read).errorsTruncated());
    }

    @Test
    void refusesAnOrderWithoutAWordWhenTheAnswerHasNoRoom() {
        Read<UploadedOrder> read =
                OrderReader.read(parse("{\"colour\": 1}"), "/orders/0", NOW, false, FaultRoom.none());
        assertEquals(new Read.Bad<UploadedOrder>(List.of(), List.of(), true, true), read);
    }

    private static Read<UploadedOrder> read(JsonNode order) {
        return OrderReader.read(order, "/orders/0", NOW, false, new FaultRoom());
    }

    /** What is only shown costs a warning and never the order. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"merchantInfo": {"logoUrl": "javascript:x"}} | /merchantInfo/logoUrl not_a_url
            {"merchantInfo": {"termsAndConditionsLink": "shop.example"}} | /merchantInfo/termsAndConditionsLink not_a_url
            {"lineItems": [{"productName": "Tea"}]} | /lineItems/0/price required
            {"lineItems": [{"productName": " ", "price": 1}]} | /lineItems/0/productName required
            """)
    void leavesOutACosmeticFault(String receipt, String warning) {
        Read<UploadedOrder> read = read(orderWith("receipt", parse(receipt)));
        assertEquals(List.of("/orders/0/receipt" + warning), Bodies.warnings(read));
        assertEquals(Receipt.EMPTY, OrderFields.receipt(good(read).value().statement()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void aQuantityBelow1IsLeftOut(int quantity) {
        JsonNode receipt =
                parse("{\"lineItems\": [{\"productName\": \"Tea\", \"price\": 1, \"quantity\": " + quantity + "}]}");
        Read<UploadedOrder> read = read(orderWith("receipt", receipt));
        assertEquals(List.of("/orders/0/receipt/lineItems/0/quantity out_of_range"), Bodies.warnings(read));
        assertEquals(
                List.of(new LineItem("Tea", null, null, 1, 1)),
                OrderFields.receipt(good(read).value().statement()).lineItems());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann\u200b@example.com", "\ufeffann@example.com", "ann@exam\u00adple.com"})
    void anInvisibleCharacterInAnEmailAddressIsLeftOut(String email) {
        JsonNode receipt = JsonNodeFactory.instance.objectNode().put("customerEmail", email);
        Read<UploadedOrder> read = read(orderWith("receipt", receipt));
        assertEquals(List.of("/orders/0/receipt/customerEmail invisible_characters"), Bodies.warnings(read));
        assertEquals(
                new PersonalText("ann@example.com"),
                OrderFields.receipt(good(read).value().statement()).customerEmail());
    }

    /** OrderTextsTest has the warning for each field. */
    @ParameterizedTest
    @CsvSource({"customerAccountId, ann-1", "deviceId, device-0123456789", "arn, 24692160000000000000012"})
    void aKeyIsStoredWithoutInvisibleCharacters(String name, String key) {
        Read<UploadedOrder> read = read(orderWith(name, "\u202a" + key.replace("1", "\u200b1") + "\ufeff"));
        assertEquals(List.of("/orders/0/" + name + " invisible_characters"), Bodies.warnings(read));
        assertEquals(
                good(read(orderWith(name, key))).value().statement(),
                good(read).value().statement());
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 3_000})
    void aLongDescriptorIsLeftOut(int length) {
        assertEquals(List.of(), Bodies.warnings(read(orderWith("descriptor", "x".repeat(64)))));
        Read<UploadedOrder> read = read(orderWith("descriptor", "x".repeat(length)));
        assertEquals(List.of("/orders/0/descriptor too_long"), Bodies.warnings(read));
        assertNull(good(read).value().statement().get(OrderFields.DESCRIPTOR));
    }

    /** The codes and words are those of the reasons of an explanation. OrderTextsTest tries values of every field. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cardFingerprint | null | /cardFingerprint credential_missing
            deviceId | "fourteen-chars" | /deviceId device_id_too_short
            deviceId | "fifteen--chars-" |
            deviceFingerprint | "nineteen-characters" | /deviceFingerprint device_fingerprint_too_short
            deviceFingerprint | "twenty---characters-" |
            receipt | {"shippingAddress": {"line1": "1", "city": "B", "postalCode": "1", "country": "Deutschland"}} | /receipt/shippingAddress/country shipping_address_incomplete
            receipt | {"shippingAddress": {"line1": "1", "city": "B", "postalCode": "1", "country": "US"}} | /receipt/shippingAddress/countrySubdivision shipping_address_incomplete
            receipt | {"shippingAddress": {"line1": "1", "city": "B", "country": "DE"}} | /receipt/shippingAddress/postalCode shipping_address_incomplete
            receipt | {"shippingAddress": {"line1": "1", "city": "B", "postalCode": "1", "country": "Germany"}} |
            receipt | {"shippingAddress": {}} |
            paymentAccountReference | "v0010013018036776997406844829 " |
            """)
    void warnsAboutDataThatCanNeverBeEvidence(String name, String json, String warning) {
        List<String> expected = warning == null ? List.of() : List.of("/orders/0" + warning);
        assertEquals(expected, Bodies.warnings(read(orderWith(name, parse(json)))));
    }

    /** A placeholder does not identify the card, however short it is; with the real digits the card is known. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "undefined", "00000000", "[object Object]"})
    void aCardFingerprintThatMeansNoneIsLeftOut(String placeholder) {
        Read<UploadedOrder> read = read(orderWith("cardFingerprint", placeholder));
        assertEquals(
                List.of("/orders/0/cardFingerprint placeholder", "/orders/0/cardFingerprint credential_missing"),
                Bodies.warnings(read));
        assertNull(good(read).value().tokens());
        ObjectNode withDigits =
                orderWith("cardFingerprint", placeholder).put("bin", "424242").put("last4", "4242");
        assertEquals(List.of("/orders/0/cardFingerprint placeholder"), Bodies.warnings(read(withDigits)));
    }

    @Test
    void whatMeansNoneIsNotStated() {
        ObjectNode order = orderWith("arn", "n/a").put("authCode", "0000").put("network_id", "null");
        Statement stated = good(read(order)).value().statement();
        assertNull(stated.get(OrderFields.ARN));
        assertNull(stated.get(OrderFields.AUTH_CODE));
        assertNull(stated.get(OrderFields.NETWORK_ID));
    }

    @Test
    void aPaymentAccountReferenceAloneIdentifiesTheCard() {
        ObjectNode order = orderWith("paymentAccountReference", "V0010013018036776997406844829");
        order.remove("cardFingerprint");
        assertEquals(List.of(), Bodies.warnings(read(order)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            vsia | did you mean visa?
            Debit Visa | did you mean visa?
            Electron | did you mean visa?
            Mastercrad | did you mean mastercard?
            union-play | did you mean unionpay?
            Apple Pay | send the network, such as visa, or leave brand out
            credit card | send the network, such as visa, or leave brand out
            - | send the network, such as visa, or leave brand out
            """)
    void warnsAboutABrandThatIsNoNetwork(String brand, String cure) {
        Read<UploadedOrder> read = read(orderWith("brand", brand));

        FieldError warning = good(read).warnings().getFirst();
        assertEquals(List.of("/orders/0/brand unknown_brand"), Bodies.warnings(read));
        assertEquals(
                "brand is not a known card network, so the order does not count as paid with Visa; " + cure,
                warning.detail());
    }

    @Test
    void aVeryLongBrandIsNotComparedWithTheNetworks() {
        Read<UploadedOrder> read = read(orderWith("brand", "vsia ".repeat(300) + "."));

        assertEquals(List.of("/orders/0/brand unknown_brand"), Bodies.warnings(read));
        assertTrue(good(read).warnings().getFirst().detail().endsWith("or leave brand out"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "visa",
                " Visa Credit ",
                "VISA_ELECTRON",
                "ＶＩＳＡ Ｃｌａｓｓｉｃ",
                "Debit Mastercard",
                "Master Card",
                "银联",
                "cartes_bancaires",
            })
    void aNetworkIsNoWarning(String brand) {
        assertEquals(List.of(), Bodies.warnings(read(orderWith("brand", brand))));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, ip_not_public",
        "1.2, ip_invalid",
        "'203.0.113.7:443', ip_invalid",
        "'203.0.113.7, 10.0.0.1', ip_invalid",
    })
    void anUnusableAddressCostsAWarningAndIsKept(String ip, String code) {
        for (boolean strict : new boolean[] {false, true}) {
            Read<UploadedOrder> read = OrderReader.read(orderWith("ip", ip), "/12", NOW, strict, new FaultRoom());
            assertEquals(List.of("/12/ip " + code), Bodies.warnings(read));
            assertEquals(
                    new PersonalText(ip),
                    OrderFields.customer(good(read).value().statement()).ip());
        }
    }

    @Test
    void anAddressThatNoTextMayHoldIsKeptReadable() {
        assertEquals("10.0.0\ufffd\ufffd", keptIp("10.0.0\u0000\ud800"));
        assertEquals("x".repeat(2_000), keptIp("x".repeat(2_001)));
    }

    private static String keptIp(String sent) {
        Read<UploadedOrder> read = read(orderWith("ip", sent));
        assertEquals(List.of("/orders/0/ip ip_invalid"), Bodies.warnings(read));
        PersonalText kept = OrderFields.customer(good(read).value().statement()).ip();
        return kept == null ? "nothing" : kept.value();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3405803783", "[]", "{\"v4\":\"203.0.113.7\"}", "true"})
    void anAddressThatIsNoTextIsKeptAsItsJsonSoThatNoSightingHidesTheFault(String json) {
        Read<UploadedOrder> read = read(orderWith("ip", parse(json)));
        assertEquals(List.of("/orders/0/ip ip_invalid"), Bodies.warnings(read));
        assertEquals(
                new PersonalText(json),
                OrderFields.customer(good(read).value().statement()).ip());
    }

    @Test
    void blanksAroundAnAddressAreTakenOffTheNoBreakSpaceAmongThem() {
        Read<UploadedOrder> read = read(orderWith("ip", "\t203.0.113.7\u00a0\n"));
        assertEquals(List.of(), Bodies.warnings(read));
        assertEquals(
                new PersonalText("203.0.113.7"),
                OrderFields.customer(good(read).value().statement()).ip());
    }

    @Test
    void anAddressIsNoPlaceForACardNumber() {
        assertEquals(List.of("/orders/0/ip card_number"), faults(read(orderWith("ip", "4111111111111111"))));
    }
}
