package org.orderevidence.transfer;

/** Told how work on a whole store goes. */
public interface StoreWatch {
    /**
     * So far this much of a step is done.
     *
     * @param step what is done, as the noun behind a number, such as {@code orders copied}
     * @param done records of this step
     * @param total all there are to do, as far as can be told; -1 when it cannot
     */
    void at(String step, long done, long total);

    /**
     * Something that an operator should know, in a line; without personal data.
     */
    void tell(String line);
}
