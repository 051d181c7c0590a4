package org.orderevidence.service;

import java.time.Instant;
import java.time.LocalDate;
import java.util.function.BooleanSupplier;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;

/**
 * Watches account spaces for changes. The instance that has the lease calls it. Looks are on another thread
 * than verdicts.
 */
public interface SpaceWatch {
    /**
     * Looks at a space.
     *
     * @param mayContinue called before each read: may wait, and returns false to stop
     */
    void look(AccountSpace space, BooleanSupplier mayContinue);

    /** Starts to follow the verdicts of a pass over all orders of a space. */
    Verdicts verdicts(AccountSpace space);

    /** The verdicts of a pass. */
    interface Verdicts {
        /**
         * Takes a verdict.
         *
         * @param day no earlier than that of the verdict before
         */
        void judged(LocalDate day, OrderId id, Instant storedAt, Eligibility answer);

        /** Takes the end of a pass that was not stopped. */
        void end();
    }
}
