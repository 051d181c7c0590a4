package org.orderevidence.transfer;

/** Receives the progress of work on a whole store. */
public interface StoreWatch {
    /**
     * Receives the progress of a step.
     *
     * @param step name of the step, to print after a number, such as {@code orders copied}
     * @param total estimated number of all records of this step; -1 if not known
     */
    void at(String step, long done, long total);

    /** Receives a line for the operator, without personal data. */
    void tell(String line);
}
