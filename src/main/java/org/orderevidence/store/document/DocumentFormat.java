package org.orderevidence.store.document;

/** The format of stored documents. Version 1 was never released. */
public final class DocumentFormat {
    /**
     * The version that this release writes. A new optional tag does not change it: older releases skip such a tag and
     * keep it. A change that an older release would misread does.
     */
    public static final int VERSION = 2;

    private DocumentFormat() {}

    /**
     * Checks the version that a sealed document states.
     *
     * @param version its version; 0 if it states none
     * @throws DocumentTooNew if only a newer release can read it
     */
    public static void requireKnown(int version) {
        if (version > VERSION) {
            throw new DocumentTooNew(version, VERSION);
        }
    }
}
