package org.orderevidence.transfer;

import java.util.Comparator;
import java.util.Locale;
import org.orderevidence.order.AccountSpace;

/** Collects the faults of a store: the first ones as lines, the rest as a count. */
final class VerifyFindings {
    static final Comparator<AccountSpace> BY_NAME =
            Comparator.comparing(AccountSpace::account).thenComparing(AccountSpace::mode);

    /** Maximum number of findings that are reported as lines. */
    static final int MOST_TOLD = 100;

    private final StoreWatch watch;
    private long found;

    VerifyFindings(StoreWatch watch) {
        this.watch = watch;
    }

    void add(String line) {
        found++;
        if (found <= MOST_TOLD) {
            watch.tell(line);
        } else if (found == MOST_TOLD + 1) {
            watch.tell("... there are more faults; they are only counted");
        }
    }

    static String words(AccountSpace space) {
        return space.equals(AccountSpace.INSTALLATION)
                ? "the installation"
                : "account " + space.account() + " (" + space.mode().name().toLowerCase(Locale.ROOT) + ")";
    }
}
