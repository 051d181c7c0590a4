package org.orderevidence.transfer;

/** The end of a renewal, by what its walk proved. */
public enum RenewalEnd {
    /** No record has an older version, except unreadable ones, and no instance writes one. */
    DONE,
    /** Records had an older version and were renewed. Another walk must check that none is left. */
    RENEWED,
    /** No record had an older version, but an instance may have used one less than a minute before the walk, or during it. */
    EARLY,
    /** Records have an older key that is not in the secret file of this machine. */
    KEY_MISSING
}
