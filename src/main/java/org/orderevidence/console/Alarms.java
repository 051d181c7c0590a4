package org.orderevidence.console;

import java.util.List;
import org.orderevidence.order.AccountSpace;

/** What an account should fix soon, because its new orders lack evidence. */
@FunctionalInterface
public interface Alarms {
    /** Returns one sentence for each alarm of an account and mode. */
    List<String> of(AccountSpace space);
}
