package org.orderevidence.transfer;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Verifies a whole store: the records of all kinds, their number, their sealing keys, what the audit log says of keys and
 * integrations, and the files of the engine. Continues after unreadable records. The store may be in use, so a finding is
 * checked again before it is reported. Used once.
 */
public final class StoreVerify {
    private final OpenStore store;
    private final boolean repair;
    private final VerifyFindings findings;
    private final AuditCheck audit;
    private final RecordCheck records;
    private long damaged;

    /**
     * @param store store to verify
     * @param now when the check starts
     * @param repair whether wrong records and missing rows are written again, and rows without a record are deleted
     * @param pause waits until a write has reached all of its rows
     * @param watch receives the progress and the findings
     */
    public StoreVerify(OpenStore store, Instant now, boolean repair, Runnable pause, StoreWatch watch) {
        this.store = store;
        this.repair = repair;
        this.findings = new VerifyFindings(watch);
        this.audit = new AuditCheck(store.accounts(), pause);
        this.records = new RecordCheck(store, now, repair, pause, findings, watch);
    }

    /** Verifies the whole store. */
    public VerifyReport run() {
        records.run(audit::met);
        verifyAudit();
        damaged += records.damaged();
        records.verifyKeys();
        for (String fault : store.records().faults()) {
            damaged++;
            findings.add("the database file: " + fault);
        }
        boolean isSound = damaged == 0
                && records.miscounted() == 0
                && (repair || (records.differing() == 0 && records.orphans() == 0));
        return new VerifyReport(
                records.read("accounts"),
                records.read("orders"),
                records.read("history rows"),
                records.read("sightings"),
                damaged,
                records.differing(),
                records.orphans(),
                records.miscounted(),
                isSound);
    }

    /** Accounts, keys and integrations, by what names them. */
    private void verifyAudit() {
        try {
            List<String> faults = audit.faults();
            damaged += faults.size();
            faults.forEach(findings::add);
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            // Reported with the accounts.
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            damaged++;
            findings.add("tables keys_records and audit_records: " + error.getMessage() + "; restore a backup");
        }
    }

    /** Collects the faults of a store: the first ones as lines, the rest as a count. */
    static final class VerifyFindings {
        static final Comparator<AccountSpace> BY_NAME =
                Comparator.comparing(AccountSpace::account).thenComparing(AccountSpace::mode);

        /** Maximum number of findings that are reported as lines. */
        static final int MOST_TOLD = 100;

        private final StoreWatch watch;
        private long found;

        VerifyFindings(StoreWatch watch) {
            this.watch = watch;
        }

        void add(String line) {
            found++;
            if (found <= MOST_TOLD) {
                watch.tell(line);
            } else if (found == MOST_TOLD + 1) {
                watch.tell("... there are more faults; they are only counted");
            }
        }

        static String words(AccountSpace space) {
            return space.equals(AccountSpace.INSTALLATION)
                    ? "the installation"
                    : "account " + space.account() + " (" + space.mode().wireName() + ")";
        }
    }
}
