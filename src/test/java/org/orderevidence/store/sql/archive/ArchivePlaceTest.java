package org.orderevidence.store.sql.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a walk goes on, as a text. */
class ArchivePlaceTest {
    @Test
    void aPlaceIsReadAsItWasWritten() {
        ArchivePlace.OfOrder order = new ArchivePlace.OfOrder(7, "a:b: 中");
        ArchivePlace.OfRow row = new ArchivePlace.OfRow(7, "01ff", -1, ":");

        assertEquals(order, ArchivePlace.OfOrder.parse(order.text()));
        assertEquals(row, ArchivePlace.OfRow.parse(row.text()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "x:a", "1:0g:1:00", "1:00:x:00", "99999999999:00:1:00"})
    void whatIsNoPlaceIsRefused(String text) {
        String message = "not where a page of this store ended";

        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> ArchivePlace.OfRow.parse(text))
                        .getMessage());
    }
}
