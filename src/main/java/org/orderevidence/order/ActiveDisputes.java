package org.orderevidence.order;

import java.util.Collection;

/** Which active disputes of an order are on record, as far as the order is to be evidence for another one. */
public enum ActiveDisputes {
    /** No dispute is active. */
    NONE,
    /** Each active dispute has a known condition other than card-absent fraud. */
    NOT_FRAUD,
    /** An active dispute is, or can be, card-absent fraud: its condition is 10.4 or not known. */
    FRAUD;

    /** Returns the mark of an order with these disputes. */
    public static ActiveDisputes of(Collection<Dispute> disputes) {
        ActiveDisputes worst = NONE;
        for (Dispute dispute : disputes) {
            ActiveDisputes one = of(dispute);
            worst = one.compareTo(worst) > 0 ? one : worst;
        }
        return worst;
    }

    /** Returns the mark of an order with this dispute alone. */
    public static ActiveDisputes of(Dispute dispute) {
        if (!dispute.isActive()) {
            return NONE;
        }
        return dispute.isFraud() || dispute.isOfUnknownCondition() ? FRAUD : NOT_FRAUD;
    }

    /** Returns the number by which stores know it: a greater one is worse. */
    public int number() {
        return switch (this) {
            case NONE -> 0;
            case NOT_FRAUD -> 1;
            case FRAUD -> 2;
        };
    }

    /** Returns the mark of a number; one that no mark has is the worst. */
    public static ActiveDisputes of(int number) {
        return switch (number) {
            case 0 -> NONE;
            case 1 -> NOT_FRAUD;
            default -> FRAUD;
        };
    }
}
