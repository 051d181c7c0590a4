package org.orderevidence.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.server.Bodies.NOW;
import static org.orderevidence.http.server.Bodies.good;
import static org.orderevidence.http.server.Bodies.orderWith;
import static org.orderevidence.http.server.Bodies.parse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.server.Bodies;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.service.UploadedOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

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
        assertNull(good(read).value().statement().charge().references().descriptor());
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
            })
    void warnsAboutDataThatCanNeverBeEvidence(String name, String json, String warning) {
        List<String> expected = warning == null ? List.of() : List.of("/orders/0" + warning);
        assertEquals(expected, Bodies.warnings(read(orderWith(name, parse(json)))));
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
