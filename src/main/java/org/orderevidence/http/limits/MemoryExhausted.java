package org.orderevidence.http.limits;

/** The memory that was asked for is not free. Nothing was stored. */
public final class MemoryExhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Called when a share cannot grow. */
    public MemoryExhausted() {
        super("no memory is free for this request", null, false, false);
    }
}
