package org.orderevidence.store;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of records of this program. A new kind is added here, and nowhere else. */
public final class RecordKinds {
    public static final List<Kind> TABLES = Stream.concat(
                    of((space, id, parts, disputes) -> Optional.empty()).stream()
                            .map(Meaning::kind),
                    Stream.of(AccountStore.NOTE))
            .toList();

    private RecordKinds() {}

    /** Returns all kinds, in the order in which they are copied; those of rows behind those of their owners. */
    public static List<Meaning> of(OrderComposer composer) {
        return Stream.of(
                        AccountStore.MEANINGS,
                        OrderHead.meanings(composer),
                        Sightings.MEANINGS,
                        PendingStore.MEANINGS,
                        IntegrationStore.MEANINGS,
                        Tokens.MEANINGS,
                        UploadLists.MEANINGS,
                        ChangeStore.MEANINGS,
                        AccountStore.KEYS)
                .flatMap(List::stream)
                .toList();
    }
}
