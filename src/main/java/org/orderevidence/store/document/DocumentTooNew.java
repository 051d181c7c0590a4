package org.orderevidence.store.document;

/**
 * A stored document is complete, but this process cannot read it: only a newer release supports its format, or only
 * another secret file has its sealing key. It must not be replaced.
 */
public final class DocumentTooNew extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DocumentTooNew(int version, int known) {
        this("a stored document has format version " + version + "; this release reads up to " + known
                + ": start the newer release");
    }

    /**
     * @param message names the version or the sealing key, without any content
     */
    public DocumentTooNew(String message) {
        super(message);
    }
}
