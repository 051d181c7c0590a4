package org.orderevidence.store.integration;

import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** Seals and opens records under the sealing keys of the installation. */
public interface RecordSealer {
    /** Returns the sealed content. */
    byte[] seal(RecordPlace place, byte[] content);

    /**
     * Returns the content.
     *
     * @throws UnreadableDocument if it is damaged, or was moved from another place
     * @throws DocumentTooNew if only a newer release or another secret can open it
     */
    byte[] open(RecordPlace place, byte[] sealed);
}
