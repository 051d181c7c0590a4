package org.orderevidence.store.document;

/**
 * A stored document is complete, but this process cannot read it: only a newer release supports its format, or only
 * another secret file has its sealing key. It must not be replaced. The message has no
 * content.
 */
public final class DocumentTooNew extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DocumentTooNew(String message) {
        super(message);
    }
}
