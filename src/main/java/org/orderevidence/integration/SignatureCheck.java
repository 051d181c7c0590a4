package org.orderevidence.integration;

/** The result of the check of a signature. Callers answer everything but {@link #VALID} in the same way. */
public enum SignatureCheck {
    /** The sender has the secret, and the time fits. */
    VALID,
    /** There is no signature. */
    MISSING,
    /** The signature is not in the platform's form. */
    MALFORMED,
    /** The signature was made with another secret, or over other bytes. */
    WRONG,
    /** It was signed too long ago: somebody may have recorded it. */
    TOO_OLD,
    /** It was signed in the future. */
    TOO_NEW
}
