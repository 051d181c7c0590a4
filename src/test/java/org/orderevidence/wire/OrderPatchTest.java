package org.orderevidence.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.Bodies.NOW;
import static org.orderevidence.http.Bodies.faults;
import static org.orderevidence.http.Bodies.good;
import static org.orderevidence.http.Bodies.parse;
import static org.orderevidence.http.Bodies.replaced;
import static org.orderevidence.http.Bodies.warnings;
import static org.orderevidence.http.Bodies.without;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Bodies;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statements;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.Faults.FaultRoom;
import tools.jackson.databind.JsonNode;

/** A change gives what an upload of the changed order would have given. */
class OrderPatchTest {
    private static final JsonNode FULL = parse(Bodies.FULL_ORDER);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"status": "failed"} | /status | "failed"
            {"refundedAmount": 1999} | /refundedAmount | 1999
            {"settledAt": "2026-04-30"} | /settledAt | "2026-04-30"
            {"fulfilledAt": "2026-03-09T10:00:00Z"} | /fulfilledAt | "2026-03-09T10:00:00Z"
            {"arn": "4111111111111111"} | /arn | "4111111111111111"
            {"receipt": {"delivery": {"status": "lost"}}} | /receipt/delivery/status | "lost"
            {"receipt": {"delivery": {"carrier": "Ship"}}} | /receipt/delivery/carrier | "Ship"
            {"receipt": {"delivery": {"trackingNumber": "1"}}} | /receipt/delivery/trackingNumber | "1"
            {"receipt": {"delivery": {"deliveredAt": "2026-03-08"}}} | /receipt/delivery/deliveredAt | "2026-03-08"
            """)
    void changesOneFieldAndLeavesTheRest(String patch, String pointer, String value) {
        assertEquals(order(replaced(FULL, pointer, parse(value))), patched(order(FULL), patch));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"status": %s} | /status
            {"refundedAmount": %s} | /refundedAmount
            {"settledAt": %s} | /settledAt
            {"fulfilledAt": %s} | /fulfilledAt
            {"arn": %s} | /arn
            {"receipt": {"delivery": %s}} | /receipt/delivery
            {"receipt": {"delivery": {"status": %s}}} | /receipt/delivery/status
            {"receipt": {"delivery": {"carrier": %s}}} | /receipt/delivery/carrier
            {"receipt": {"delivery": {"trackingNumber": %s}}} | /receipt/delivery/trackingNumber
            {"receipt": {"delivery": {"deliveredAt": %s}}} | /receipt/delivery/deliveredAt
            """)
    void aNullAndABlankTextTakeAFieldAway(String patch, String pointer) {
        JsonNode held = replaced(FULL, "/status", parse("\"failed\""));
        for (String nothing : List.of("null", "\"\"", "\" \"")) {
            assertEquals(order(without(held, pointer)), patched(order(held), patch.formatted(nothing)), nothing);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"receipt\": {}}", "{\"receipt\": {\"delivery\": {}}}"})
    void anEmptyChangeChangesNothing(String patch) {
        assertEquals(order(FULL), patched(order(FULL), patch));
        assertEquals(order(parse(Bodies.LEAST_ORDER)), patched(order(parse(Bodies.LEAST_ORDER)), patch));
    }

    @Test
    void aFullRefundReplacesASmallerAmount() {
        Charge charge = patched(order(FULL), "{\"refunded\": true}").charge();

        assertTrue(charge.refunded());
        assertNull(charge.refundedAmountMinor());
    }

    @Test
    void changesSeveralFieldsAndMakesADeliveryWhereThereWasNone() {
        Order expected = order(parse("""
                {"id": "A-1", "amount": 1999, "currency": "USD", "transactionDate": "2026-03-01", "refundedAmount": 5,
                 "receipt": {"delivery": {"status": "sent", "trackingNumber": "1Z"}}}"""));
        assertEquals(expected, patched(order(parse(Bodies.LEAST_ORDER)), """
                {"refundedAmount": 5, "receipt": {"delivery": {"status": "sent", "carrier": null, "trackingNumber": "1Z"}}}"""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [] | ' wrong_type'
            null | ' wrong_type'
            "failed" | ' wrong_type'
            {"amount": 1} | /amount not_patchable
            {"id": "A-1"} | /id not_patchable
            {"Status": "failed"} | /Status not_patchable
            {"receipt": null} | /receipt not_patchable
            {"receipt": ""} | /receipt not_patchable
            {"receipt": 1} | /receipt wrong_type
            {"receipt": {"description": "x", "delivery": {}}} | /receipt/description not_patchable
            {"receipt": {"delivery": {"colour": 1}}} | /receipt/delivery/colour not_patchable
            {"receipt": {"delivery": "sent"}} | /receipt/delivery wrong_type
            {"status": "paid", "refunded": 1} | /status unknown_value, /refunded wrong_type
            {"refundedAmount": -1} | /refundedAmount out_of_range
            {"refundedAmount": 1.5} | /refundedAmount not_an_integer
            {"settledAt": "2026-02-30"} | /settledAt invalid_date
            {"fulfilledAt": "2026-11-22"} | /fulfilledAt out_of_range
            {"receipt": {"delivery": {"carrier": "4111111111111111"}}} | /receipt/delivery/carrier card_number
            """)
    void refusesWhatAnUploadWouldRefuseAndWhatCannotBeChanged(String patch, String faults) {
        assertEquals(List.of(faults.split(", ", -1)), faults(OrderPatch.read(parse(patch), NOW)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"refundedAmount": 2000} | /refundedAmount out_of_range
            {"settledAt": "2026-02-28"} | /settledAt out_of_range
            {"settledAt": "2026-05-01"} | /settledAt out_of_range
            {"refundedAmount": 2000, "settledAt": "2026-05-01"} | /refundedAmount out_of_range, /settledAt out_of_range
            """)
    void refusesWhatDoesNotFitTheHeldOrder(String patch, String faults) {
        assertEquals(List.of(faults.split(", ", -1)), faults(read(patch).apply(order(FULL))));
    }

    private static OrderPatch read(String patch) {
        Read<OrderPatch> read = OrderPatch.read(parse(patch), NOW);
        assertEquals(List.of(), warnings(read));
        return good(read).value();
    }

    /** The order that results from the stored upload and the patch. */
    private static Order patched(Order held, String patch) {
        List<Part> parts = new ArrayList<>(List.of(new Part(PartKey.UPLOAD, 1, Statements.upload(held))));
        List<Part> before = List.copyOf(parts);
        good(read(patch).apply(held))
                .value()
                .forEach((field, value) -> parts.add(
                        PatchCell.part(field, value, before, held.charge().money(), 2)));
        return composed(held.id(), parts);
    }

    private static Order order(JsonNode order) {
        UploadedOrder uploaded =
                good(OrderReader.read(order, "", NOW, true, new FaultRoom())).value();
        PartContent.Upload upload = new PartContent.Upload(uploaded.revision(), uploaded.statement());
        return composed(uploaded.id(), List.of(new Part(PartKey.UPLOAD, 1, upload)));
    }

    private static Order composed(OrderId id, List<Part> parts) {
        if (Composition.of(id, parts) instanceof Composition.Complete complete) {
            return complete.order();
        }
        throw new AssertionError("the parts make no order");
    }
}
