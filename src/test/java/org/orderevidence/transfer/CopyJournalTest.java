package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.transfer.StoreCopy.CopyJournal;
import org.orderevidence.transfer.StoreCopy.CopyJournal.Place;

/** How far a copy has come, between two runs. */
class CopyJournalTest {
    private static final String FROM = "sqlite:a";
    private static final String TO = "postgresql://user:hunter2@host/db";

    @TempDir
    private Path folder;

    private CopyJournal journal() {
        return new CopyJournal(folder, FROM, TO);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void theLastPlaceIsFoundAgain() {
        assertEquals(Optional.empty(), journal().place());

        journal().reached(new Place("orders", "1:a", 250));
        Place odd = new Place("orders", "1: =\\#!ä中\uD83D\uDE00:x\u0085", 500);
        journal().reached(odd);
        assertEquals(Optional.of(odd), journal().place());

        journal().reached(new Place("sightings", null, 0));
        assertEquals(Optional.of(new Place("sightings", null, 0)), journal().place());
    }

    @Test
    void atTheEndNothingIsLeft() throws IOException {
        journal().end();
        journal().reached(new Place("keys", null, 0));
        journal().end();

        assertEquals(Optional.empty(), journal().place());
        assertEquals(List.of(), files());
    }

    @Test
    void eachPairOfStoresHasItsOwnAndNoAddressStandsInIt() throws IOException {
        journal().reached(new Place("orders", "1:a", 250));

        assertEquals(Optional.empty(), new CopyJournal(folder, TO, FROM).place());
        assertEquals(Optional.empty(), new CopyJournal(folder, FROM, TO + "2").place());
        Path file = files().getFirst();
        assertEquals(1, files().size());
        String all = file.getFileName() + Files.readString(file);
        assertEquals(false, all.contains("hunter2") || all.contains("sqlite"), all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kind=orders", "records=1", "kind=orders\nrecords=x", "\\u00"})
    void whatCannotBeReadIsNoPlace(String content) throws IOException {
        journal().reached(new Place("orders", "1:a", 250));
        Files.writeString(files().getFirst(), content);

        assertEquals(Optional.empty(), journal().place());
    }
}
