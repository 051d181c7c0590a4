package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.settings.Config;
import org.orderevidence.transfer.WholeStores.Told;

/** What reading back a store finds in orders of several parts. A part of {@link StoreVerifyContract}. */
interface ComposedVerifyContract {
    /** Settings of the installation of the running test. */
    Config config();

    VerifyReport verify(Told told);

    VerifyReport repair(Told told);

    /** Changes or deletes exactly one row. */
    void change(String sql);

    @Test
    default void aStoreOfComposedOrdersIsSound() {
        ComposedOrders.fill(config(), 30);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(List.of(), told.lines);
        assertEquals(new VerifyReport(2, 62, verified.historyRows(), 60, 0, 0, 0, 0, true), verified);
    }

    /** The status follows from the PATCH, the key of the card and the references from the charge. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status = 'succeeded' | column status is succeeded instead of failed",
                "credential_1 = NULL | column credential_1 is null instead of",
                "reference_keys = NULL | column reference_keys is null instead of",
                "other_parts = 0 | column other_parts is 0 instead of 3",
            })
    default void aChangedColumnOfAComposedOrderIsReportedAndRebuilt(String change, String expected) {
        ComposedOrders.put(config(), "A-0");
        change("UPDATE orders SET " + change + " WHERE id = 'A-0'");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        String line = told.lines.getFirst();
        assertTrue(line.startsWith("account shop (live), order A-0: " + expected), line);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false), verified);
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true), verify(new Told()));
    }
}
