package org.orderevidence.store;

import java.util.List;
import java.util.stream.Stream;
import org.orderevidence.store.integration.IntegrationStore;
import org.orderevidence.store.record.Kind;
import org.orderevidence.store.record.Meaning;
import org.orderevidence.store.token.Tokens;

/** The kinds of records of this program. A new kind is added here, and nowhere else. */
public final class RecordKinds {
    /** All kinds, those of rows behind those of their owners. */
    public static final List<Meaning> ALL = 
            Stream.of(Tokens.MEANINGS, IntegrationStore.MEANINGS).flatMap(List::stream).toList();

    private RecordKinds() {}

    /** Returns the tables. */
    public static List<Kind> tables(List<Meaning> kinds) {
        return kinds.stream().map(Meaning::kind).toList();
    }
}
