package org.orderevidence.store.document;

/** A stored document has a format version that only a newer release can read. */
public final class DocumentTooNew extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DocumentTooNew(int version, int known) {
        this("a stored document has format version " + version + "; this release reads up to " + known
                + ": start the newer release");
    }

    /**
     * @param message names the version, without any content
     */
    public DocumentTooNew(String message) {
        super(message);
    }
}
