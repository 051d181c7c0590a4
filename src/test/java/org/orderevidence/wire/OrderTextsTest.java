package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.parse;
import static org.orderevidence.http.Bodies.replaced;
import static org.orderevidence.http.Bodies.text;
import static org.orderevidence.http.Bodies.warnings;
import static org.orderevidence.http.Bodies.without;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import tools.jackson.databind.JsonNode;

/** What holds for every field alike, tried on each field of an order that has them all. */
class OrderTextsTest {
    private static final JsonNode FULL = parse(Bodies.FULL_ORDER);

    private static final Set<String> EXEMPT = Set.of(
            "/arn",
            "/network_id",
            "/gatewayTransactionId",
            "/deviceId",
            "/deviceFingerprint",
            "/receipt/delivery/trackingNumber");

    private static final Set<String> REQUIRED = Set.of(
            "/id",
            "/amount",
            "/currency",
            "/transactionDate",
            "/receipt/lineItems/0/productName",
            "/receipt/lineItems/0/price",
            "/receipt/lineItems/1/productName",
            "/receipt/lineItems/1/price");

    /** Ids, references, and texts of a fixed form. */
    private static final String ACCOUNT_REFERENCE = "/paymentAccountReference";

    private static final Set<String> ONE_LINE = Set.of(
            "/id",
            "/initialOrderId",
            "/cardFingerprint",
            "/authCode",
            "/threeDs/eci",
            "/threeDs/transactionId",
            "/descriptor",
            "/gateway",
            "/currency",
            "/transactionDate",
            "/settledAt",
            "/fulfilledAt",
            "/bin",
            "/last4",
            "/status",
            "/type",
            "/merchandiseOrServices",
            "/receipt/delivery/deliveredAt",
            "/receipt/lineItems/0/currency",
            "/receipt/merchantInfo/logoUrl",
            "/receipt/merchantInfo/refundPolicyLink",
            "/receipt/merchantInfo/cancellationPolicyLink",
            "/receipt/merchantInfo/termsAndConditionsLink");

    static Stream<String> texts() {
        return Bodies.textPointers(FULL).stream();
    }

    static Stream<String> optional() {
        return Bodies.pointers(FULL).stream().filter(pointer -> !REQUIRED.contains(pointer));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void noTextButTheExemptMayHoldACardNumber(String pointer) {
        for (String number : List.of("4111 1111 1111 1111", "x 378282246310005", "5555-5555-5555-4444")) {
            Read<UploadedOrder> read = read(replaced(FULL, pointer, text(number)));
            if (EXEMPT.contains(pointer)) {
                good(read);
            } else {
                assertEquals(List.of(pointer + " card_number"), faults(read));
                String detail = Bodies.errors(read).getFirst().detail();
                assertFalse(detail.matches(".*[0-9]{5}.*"), detail);
            }
        }
    }

    @Test
    void theExemptFieldsAreFiveTexts() {
        assertEquals(EXEMPT, Set.copyOf(texts().filter(EXEMPT::contains).toList()));
    }

    @ParameterizedTest
    @MethodSource("optional")
    void aNullIsTheSameAsAnAbsentField(String pointer) {
        assertEquals(good(read(without(FULL, pointer))), good(read(replaced(FULL, pointer, parse("null")))));
    }

    @ParameterizedTest
    @MethodSource("optional")
    void aBlankTextIsTheSameAsAnAbsentField(String pointer) {
        for (String blank : List.of("", " ", "\t\n \u2003")) {
            assertEquals(good(read(without(FULL, pointer))), good(read(replaced(FULL, pointer, text(blank)))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/threeDs",
                "/receipt",
                "/receipt/merchantInfo",
                "/receipt/merchantInfo/merchantReceiptContact",
                "/receipt/merchantInfo/merchantReceiptContact/receiptAddress",
                "/receipt/name",
                "/receipt/billingAddress",
                "/receipt/shippingAddress",
                "/receipt/delivery",
                "/receipt/totals",
            })
    void anObjectThatSaysNothingIsTheSameAsAnAbsentOne(String pointer) {
        assertEquals(good(read(without(FULL, pointer))), good(read(replaced(FULL, pointer, parse("{}")))));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void noTextMayHoldAZeroCharacterOrHalfASurrogatePair(String pointer) {
        List<String> broken = List.of("\u0000", "a\u0000b", "\ud83d", "a\ude00b");
        for (String value : broken) {
            Read<UploadedOrder> read = read(replaced(FULL, pointer, text(value)));
            if (pointer.equals("/ip")) {
                assertEquals(List.of("/ip ip_invalid"), warnings(read));
            } else if (pointer.equals(ACCOUNT_REFERENCE)) {
                assertEquals(List.of(pointer + " invalid_format"), warnings(read));
            } else if (pointer.equals("/avsResult") && value.length() > 2) {
                assertEquals(List.of(pointer + " too_long"), faults(read));
            } else {
                boolean tooShort = pointer.equals("/cardFingerprint");
                String code = tooShort ? "too_short" : value.indexOf(0) >= 0 ? "control_character" : "not_well_formed";
                assertEquals(List.of(pointer + " " + code), faults(read));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void lineBreaksAndTabsCostNoOrderButInIdsReferencesAndFixedForms(String pointer) {
        Read<UploadedOrder> read = read(replaced(FULL, pointer, text("one\r\n\ttwo, and enough of it")));
        if (pointer.equals("/ip")) {
            assertEquals(List.of("/ip ip_invalid"), warnings(read));
        } else if (pointer.equals(ACCOUNT_REFERENCE)) {
            assertEquals(List.of(pointer + " invalid_format"), warnings(read));
        } else if (pointer.equals("/avsResult")) {
            assertEquals(List.of(pointer + " too_long"), faults(read));
        } else if (ONE_LINE.contains(pointer)) {
            assertEquals(List.of(pointer + " control_character"), faults(read));
        } else {
            good(read);
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aTextIsNoNumber(String pointer) {
        Read<UploadedOrder> read = read(replaced(FULL, pointer, parse("424242")));
        if (pointer.equals("/ip")) {
            assertEquals(List.of("/ip ip_invalid"), warnings(read));
        } else if (pointer.equals(ACCOUNT_REFERENCE)) {
            assertEquals(List.of(pointer + " invalid_format"), warnings(read));
        } else {
            assertEquals(List.of(pointer + " wrong_type"), faults(read));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/id, 128",
        "/initialOrderId, 128",
        "/customerAccountId, 128",
        "/cardFingerprint, 128",
        "/authCode, 64",
        "/arn, 64",
        "/network_id, 64",
        "/gateway, 64",
        "/gatewayTransactionId, 128",
        "/threeDs/eci, 64",
        "/threeDs/transactionId, 64",
        "/deviceId, 256",
        "/deviceFingerprint, 256",
        "/brand, 2000",
        "/receipt/merchantInfo/name, 2000",
        "/receipt/merchantInfo/description, 2000",
        "/receipt/merchantInfo/merchantReceiptContact/phoneForReceipt, 2000",
        "/receipt/merchantInfo/merchantReceiptContact/emailForReceipt, 2000",
        "/receipt/merchantInfo/merchantReceiptContact/websiteForReceipt, 2000",
        "/receipt/merchantInfo/merchantReceiptContact/receiptAddress/line1, 2000",
        "/receipt/lineItems/0/productName, 2000",
        "/receipt/lineItems/0/productDescription, 2000",
        "/receipt/customerPhone, 2000",
        "/receipt/name/givenName, 2000",
        "/receipt/name/familyName, 2000",
        "/receipt/billingAddress/line2, 2000",
        "/receipt/shippingAddress/postalCode, 2000",
        "/receipt/description, 2000",
        "/receipt/delivery/status, 2000",
        "/receipt/delivery/carrier, 2000",
        "/receipt/delivery/trackingNumber, 2000",
    })
    void hasAGreatestLength(String pointer, int longest) {
        // A brand that does not start with visa is a warning.
        String fits = "visa" + "x".repeat(longest - 4);
        assertEquals(List.of(), warnings(read(replaced(FULL, pointer, text(fits)))));
        assertEquals(List.of(pointer + " too_long"), faults(read(replaced(FULL, pointer, text(fits + "x")))));
    }

    @Test
    void anEmailHasAGreatestLengthButOnlyAShorterOneIsEvidence() {
        String pointer = "/receipt/customerEmail";
        assertEquals(
                List.of(pointer + " email_invalid"), warnings(read(replaced(FULL, pointer, text("xy".repeat(1_000))))));
        assertEquals(List.of(pointer + " too_long"), faults(read(replaced(FULL, pointer, text("x".repeat(2_001))))));
    }

    @ParameterizedTest
    @CsvSource({"/id, 128", "/authCode, 64", "/deviceId, 256", "/cardFingerprint, 128", "/receipt/description, 2000"})
    void aCharacterOfTwoCodeUnitsCountsAsOne(String pointer, int longest) {
        String emoji = "\ud83d\ude00";
        String fits = "x" + emoji.repeat(longest - 1);
        good(read(replaced(FULL, pointer, text(fits))));
        assertEquals(List.of(pointer + " too_long"), faults(read(replaced(FULL, pointer, text(fits + emoji)))));
    }

    @Test
    void aShortestLengthCountsThemAsOneToo() {
        assertEquals(
                List.of("/cardFingerprint too_short"),
                faults(read(replaced(FULL, "/cardFingerprint", text("x" + "\ud83d\ude00".repeat(6))))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"logoUrl", "refundPolicyLink", "cancellationPolicyLink", "termsAndConditionsLink"})
    void aLinkHasAGreatestLengthToo(String name) {
        String pointer = "/receipt/merchantInfo/" + name;
        String start = "https://shop.example/";
        String longest = start + "x".repeat(2_000 - start.length());
        assertEquals(List.of(), warnings(read(replaced(FULL, pointer, text(longest)))));
        assertEquals(List.of(pointer + " too_long"), faults(read(replaced(FULL, pointer, text(longest + "x")))));
    }

    private static Read<UploadedOrder> read(JsonNode order) {
        return OrderReader.read(order, "", NOW, false, new FaultRoom());
    }
}
