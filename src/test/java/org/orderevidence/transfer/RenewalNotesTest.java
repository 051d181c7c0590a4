package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.installation.Installation;

/** The notes as a store returns them. */
class RenewalNotesTest {
    @TempDir
    private Path folder;

    private Installation installation;
    private RenewalNotes notes;

    @BeforeEach
    void open() {
        installation = WholeStores.open(WholeStores.config(folder, "sqlite:" + folder.resolve("evidence.db")));
        notes = new RenewalNotes(installation.store().accounts(), RenewalSubject.DERIVED_ROWS);
    }

    @AfterEach
    void close() {
        installation.close();
    }

    /** A place has the id of an order, which the merchant chooses. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1:A",
                "",
                "1:A version=99",
                "1: old=7 by=me ",
                "1:=",
                "1:a=b=c",
                "1:%41+%zz%",
                "1:line\nversion=99\r\t",
                "1:é😀\u2028\u0000"
            })
    void aPlaceIsReadAsItWasWritten(String place) {
        RenewalCount count = new RenewalCount(1, 2, 3, Map.of(4, 5L));
        RenewalNotes.Progress progress = new RenewalNotes.Progress(2, count, NOON, "one", "no-use", place);

        notes.note(progress);

        assertEquals(Optional.of(progress), notes.read().progress());
        assertEquals(2, notes.read().newestVersion(NOON));
    }

    @Test
    void theSubjectsHaveNotesOfTheirOwn() {
        notes.note(new RenewalNotes.Done(2, 0, NOON, "no-use"));

        RenewalState ofRecords =
                new RenewalNotes(installation.store().accounts(), RenewalSubject.SEALED_RECORDS).read();

        assertEquals(Optional.empty(), ofRecords.finished());
        assertEquals(2, notes.read().done(2).orElseThrow().version());
    }
}
