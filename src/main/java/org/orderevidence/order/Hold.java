package org.orderevidence.order;

import java.time.Instant;

/**
 * Keeps an order as it is, for example for a court: neither an erasure nor the retention removes anything of it.
 *
 * @param reason why, in the words of the merchant
 */
public record Hold(PersonalText reason, Instant since) {
    /** Maximum length of a reason, in characters. */
    public static final int MAX_REASON = 200;
}
