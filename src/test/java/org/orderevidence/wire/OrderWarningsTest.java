package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.orderWith;
import static org.orderevidence.http.Bodies.parse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Statement;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What an order is stored without, or with but not as evidence. */
class OrderWarningsTest {
    /** What is only shown costs a warning and never the order. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"merchantInfo\": {\"logoUrl\": \"javascript:x\"}} | /merchantInfo/logoUrl not_a_url",
                "{\"merchantInfo\": {\"termsAndConditionsLink\": \"shop.example\"}} | /merchantInfo/termsAndConditionsLink not_a_url",
                "{\"lineItems\": [{\"productName\": \"Tea\"}]} | /lineItems/0/price required",
                "{\"lineItems\": [{\"productName\": \" \", \"price\": 1}]} | /lineItems/0/productName required",
            })
    void leavesOutACosmeticFault(String receipt, String warning) {
        Read<UploadedOrder> read = read(orderWith("receipt", parse(receipt)));
        assertEquals(List.of("/orders/0/receipt" + warning), Bodies.warnings(read));
        assertEquals(Receipt.EMPTY, good(read).value().statement().receipt());
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
                good(read).value().statement().receipt().lineItems());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann\u200b@example.com", "\ufeffann@example.com", "ann@exam\u00adple.com"})
    void anInvisibleCharacterInAnEmailAddressIsLeftOut(String email) {
        JsonNode receipt = JsonNodeFactory.instance.objectNode().put("customerEmail", email);
        Read<UploadedOrder> read = read(orderWith("receipt", receipt));
        assertEquals(List.of("/orders/0/receipt/customerEmail email_cleaned"), Bodies.warnings(read));
        assertEquals(
                new PersonalText("ann@example.com"),
                good(read).value().statement().receipt().customerEmail());
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 3_000})
    void aLongDescriptorIsLeftOut(int length) {
        Read<UploadedOrder> read = read(orderWith("descriptor", "x".repeat(length)));
        assertEquals(List.of("/orders/0/descriptor too_long"), Bodies.warnings(read));
        assertNull(good(read).value().statement().get(OrderFields.DESCRIPTOR));
    }

    /** The codes and words are those of the reasons of an explanation. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cardFingerprint | null | /cardFingerprint credential_missing",
                "deviceId | \"fourteen-chars\" | /deviceId device_id_too_short",
                "deviceId | \"fifteen--chars-\" |",
                "deviceFingerprint | \"nineteen-characters\" | /deviceFingerprint device_fingerprint_too_short",
                "deviceFingerprint | \"twenty---characters-\" |",
                "receipt | {\"customerEmail\": \"ann\"} | /receipt/customerEmail email_invalid",
                "receipt | {\"shippingAddress\": {\"line1\": \"1\", \"city\": \"B\", \"postalCode\": \"1\", \"country\": \"Deutschland\"}} | /receipt/shippingAddress/country shipping_address_incomplete",
                "receipt | {\"shippingAddress\": {\"line1\": \"1\", \"city\": \"B\", \"postalCode\": \"1\", \"country\": \"US\"}} | /receipt/shippingAddress/countrySubdivision shipping_address_incomplete",
                "receipt | {\"shippingAddress\": {\"line1\": \"1\", \"city\": \"B\", \"country\": \"DE\"}} | /receipt/shippingAddress/postalCode shipping_address_incomplete",
                "receipt | {\"shippingAddress\": {\"line1\": \"1\", \"city\": \"B\", \"postalCode\": \"1\", \"country\": \"Germany\"}} |",
                "receipt | {\"shippingAddress\": {}} |",
                "deviceId | \"null\" | /deviceId placeholder",
                "deviceId | \"00000000-0000-0000-0000-000000000000\" | /deviceId placeholder",
                "deviceFingerprint | \"da39a3ee5e6b4b0d3255bfef95601890afd80709\" | /deviceFingerprint placeholder",
                "customerAccountId | \"Guest\" | /customerAccountId placeholder",
                "customerAccountId | \"222\" |",
                "receipt | {\"customerEmail\": \"n/a\"} | /receipt/customerEmail placeholder",
                "receipt | {\"shippingAddress\": {\"line1\": \"n/a\", \"city\": \"B\", \"postalCode\": \"1\", \"country\": \"DE\"}} | /receipt/shippingAddress/line1 placeholder",
                "receipt | {\"shippingAddress\": {\"line1\": \"1\", \"city\": \"unknown\", \"postalCode\": \"1\", \"country\": \"DE\"}} | /receipt/shippingAddress/city placeholder",
                "receipt | {\"shippingAddress\": {\"line1\": \"1\", \"line2\": \"n/a\", \"city\": \"B\", \"postalCode\": \"1\", \"country\": \"DE\"}} |",
                "authCode | \"000000\" | /authCode placeholder",
                "authCode | \"111111\" |",
                "arn | \"none\" | /arn placeholder",
                "network_id | \"0\" | /network_id placeholder",
                "gatewayTransactionId | \"undefined\" | /gatewayTransactionId placeholder",
                "ip | \"unknown\" | /ip ip_invalid",
                "paymentAccountReference | \"V001001301803677699740684482\" | /paymentAccountReference invalid_format",
                "paymentAccountReference | \"v0010013018036776997406844829 \" |",
                "paymentAccountReference | \"null\" | /paymentAccountReference placeholder",
                "paymentAccountReference | 5 | /paymentAccountReference invalid_format",
            })
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
    @CsvSource(
            delimiter = '|',
            value = {
                "vsia | did you mean visa?",
                "VIZA | did you mean visa?",
                "Vsia Credit | did you mean visa?",
                "Debit Visa | did you mean visa?",
                "V PAY | did you mean visa?",
                "Electron | did you mean visa?",
                "Mastercrad | did you mean mastercard?",
                "amx | did you mean amex?",
                "union-play | did you mean unionpay?",
                "Apple Pay | send the network, such as visa, or leave brand out",
                "credit card | send the network, such as visa, or leave brand out",
                "- | send the network, such as visa, or leave brand out",
                "4 | send the network, such as visa, or leave brand out",
            })
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
                "visadankort",
                "ＶＩＳＡ Ｃｌａｓｓｉｃ",
                "unknown",
                "UNKNOWN",
                "mastercard",
                "Debit Mastercard",
                "worldmastercard",
                "MC",
                "mc_applepay",
                "Master Card",
                "amex",
                "American Express",
                "american_express",
                "Discover",
                "Diners Club International",
                "diners",
                "JCB",
                "China UnionPay",
                "cup",
                "银联",
                "Maestro",
                "МИР",
                "RuPay",
                "elo",
                "Hipercard",
                "cartes_bancaires",
                "Carte Bancaire",
                "CB",
                "eftpos_australia",
                "bcmc",
                "girocard"
            })
    void aNetworkIsNoWarning(String brand) {
        assertEquals(List.of(), Bodies.warnings(read(orderWith("brand", brand))));
    }

    private static Read<UploadedOrder> read(JsonNode order) {
        return OrderReader.read(order, "/orders/0", NOW, false, new FaultRoom());
    }
}
