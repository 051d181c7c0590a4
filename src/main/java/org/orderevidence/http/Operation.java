package org.orderevidence.http;

/** Performs a request. */
@FunctionalInterface
public interface Operation {
    /**
     * Writes the body of the answer and returns its head. Path, method, key and scope were judged before.
     *
     * @throws RuntimeException what the store throws, and bugs
     */
    Answer answer(Exchange exchange);
}
