package org.orderevidence.store.document;

/**
 * Stored bytes are not a document that this program wrote: damaged, of another kind, or of a version that it does not
 * know. Its message never contains their content.
 */
public final class UnreadableDocument extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableDocument(String message) {
        super(message);
    }
}
