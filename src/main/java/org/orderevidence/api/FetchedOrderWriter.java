package org.orderevidence.api;

import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.service.EvidenceService.FetchedOrder;
import org.orderevidence.wire.ChargeWriter;
import org.orderevidence.wire.EvidenceWriter;
import org.orderevidence.wire.ReceiptWriter;

/** Writes an order with its verdict and its receipt. */
public final class FetchedOrderWriter {
    private FetchedOrderWriter() {}

    /** Writes the verdict, the charge and the receipt. */
    public static void write(JsonWriter json, FetchedOrder fetched) {
        json.writeStartObject();
        json.writeName("compellingEvidence");
        EvidenceWriter.write(json, fetched.eligibility());
        writeOrder(json, fetched.order(), fetched.account().profile());
        json.writeEndObject();
    }

    /** Writes the charge and the receipt of an order, as fields of an object that is open. */
    public static void writeOrder(JsonWriter json, StoredOrder order, MerchantInfo profile) {
        json.writeName("charge");
        ChargeWriter.writeWithSources(json, order);
        json.writeName("digitalReceipt");
        ReceiptWriter.write(json, DigitalReceipt.of(order.order(), profile));
    }
}
