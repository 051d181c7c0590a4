package org.orderevidence.http;

import java.time.InstantSource;
import java.util.function.BiConsumer;
import org.orderevidence.service.DerivedOrders;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Tokens;
import org.orderevidence.store.UploadLists;

/** The sides of the store that the interface is served from. */
public record ServedStore(EvidenceStore evidence, AccountStore accounts, RecordStore records, RecordSealer sealer) {
    public static ServedStore of(OpenStore store) {
        return new ServedStore(store.evidence(), store.accounts(), store.records(), store.sealer());
    }

    public IntegrationStore integrations() {
        return new IntegrationStore(records, sealer, InstantSource.system());
    }

    public PendingStore pending() {
        return new PendingStore(records, sealer);
    }

    public Sightings sightings() {
        return new Sightings(records, sealer);
    }

    public Tokens tokens() {
        return new Tokens(records, sealer);
    }

    public ChangeStore changes() {
        return new ChangeStore(records, sealer);
    }

    public UploadLists uploads() {
        return new UploadLists(records);
    }

    /** Shows every record of the store, with the meaning of its kind. */
    public void eachRecord(BiConsumer<Meaning, Stored> visitor) {
        for (Meaning meaning : RecordKinds.of(new DerivedOrders(ServedApi.KEYRING))) {
            String after = null;
            do {
                Page page = records.scan(meaning.kind(), after, Page.MAX_RECORDS);
                page.found().forEach(found -> visitor.accept(meaning, ((Page.Whole) found).record()));
                after = page.next();
            } while (after != null);
        }
    }

    /** Returns the orders as an instance has them whose records are these. */
    public EvidenceStore evidence(RecordStore other) {
        return new EvidenceStore(other, ServedApi.CODECS.apply(accounts));
    }

    /** Returns the same with other accounts. */
    public ServedStore with(AccountStore other) {
        return new ServedStore(evidence, other, records, sealer);
    }

    /** Returns the same with other records; the accounts stay. */
    public ServedStore with(RecordStore other) {
        return new ServedStore(evidence, accounts, other, sealer);
    }
}
