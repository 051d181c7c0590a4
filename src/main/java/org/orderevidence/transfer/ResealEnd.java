package org.orderevidence.transfer;

/** What a walk that seals records again has proved. */
public enum ResealEnd {
    /** No record has an older key, except damaged ones, and no instance writes one. */
    DONE,
    /** Records had an older key and were sealed again. Another walk must check that none is left. */
    SEALED,
    /** No record had an older key, but an instance may have used one less than a minute before the walk, or during it. */
    EARLY,
    /** Records have an older key that is not in the secret file of this machine. */
    KEY_MISSING
}
