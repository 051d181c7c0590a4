package org.orderevidence.transfer;

/** The subject of a renewal: the names of its notes in a store, and its lines in the log. */
enum RenewalSubject {
    SEALED_RECORDS(
            "newest-sealing-key",
            "older-sealing-key-used",
            "resealing",
            "resealed",
            "sealing all records again under sealing key {}: {}",
            "sealed {} records again under sealing key {} so far",
            "sealed {} records again under sealing key {}; another walk checks that none is left",
            "no record has an older sealing key than {}",
            "no record has an older sealing key than {}, but an instance used one meanwhile; another walk follows",
            "{} records with older sealing keys are damaged; ./evidence store verify lists them",
            "sealing the records again was interrupted, and continues when the store is available",
            "sealing the records again failed, and is tried again"),
    DERIVED_ROWS(
            "newest-derivation",
            "older-derivation-used",
            "deriving",
            "derived",
            "deriving the rows of all orders again with derivation {}: {}",
            "derived the rows of {} orders again with derivation {} so far",
            "derived the rows of {} orders again with derivation {}; another walk checks that none is left",
            "no order has an older derivation than {}",
            "no order has an older derivation than {}, but an older release was in use meanwhile; another walk follows",
            "{} orders cannot be read, so their rows were not derived again; ./evidence store verify lists them",
            "deriving the rows again was interrupted, and continues when the store is available",
            "deriving the rows again failed, and is tried again");

    /** Name of the note about a version that will be used. */
    final String announcedNote;

    /** Name of the note about the last use of an older version. */
    final String usedNote;

    /** Name of the note about the walk in progress. */
    final String progressNote;

    /** Name of the note about a finished walk. */
    final String doneNote;

    final String started;
    final String soFar;
    final String renewed;
    final String done;
    final String early;
    final String unreadable;
    final String interrupted;
    final String failed;

    RenewalSubject(
            String announcedNote,
            String usedNote,
            String progressNote,
            String doneNote,
            String started,
            String soFar,
            String renewed,
            String done,
            String early,
            String unreadable,
            String interrupted,
            String failed) {
        this.announcedNote = announcedNote;
        this.usedNote = usedNote;
        this.progressNote = progressNote;
        this.doneNote = doneNote;
        this.started = started;
        this.soFar = soFar;
        this.renewed = renewed;
        this.done = done;
        this.early = early;
        this.unreadable = unreadable;
        this.interrupted = interrupted;
        this.failed = failed;
    }
}
