package org.orderevidence.evidence.coverage;

import org.orderevidence.order.OrderId;

/**
 * A random sample of orders. Whether an order is in it depends on its ID and the seed only, so a sample needs no memory
 * and one pass.
 *
 * @param seed another seed gives another sample
 * @param wanted expected number of orders in the sample, at least 1
 * @param total number of all orders
 */
public record OrderSample(long seed, long wanted, long total) {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    public OrderSample {
        if (wanted < 1 || total < 0) {
            throw new IllegalArgumentException("a sample has at least 1 order of 0 or more");
        }
    }

    /** Returns true if the sample has the order. */
    public boolean contains(OrderId id) {
        return total <= wanted || fraction(id) * total < wanted;
    }

    /** A number from 0 to 1 that looks random. */
    private double fraction(OrderId id) {
        long mixed = mixed(seed + STEP);
        String text = id.value();
        for (int i = 0; i < text.length(); i++) {
            mixed = mixed(mixed + STEP + text.charAt(i));
        }
        return (mixed >>> 11) * 0x1.0p-53;
    }

    /** Spreads a change of one bit over all bits: the finalizer of SplitMix64. */
    private static long mixed(long value) {
        long once = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }
}
