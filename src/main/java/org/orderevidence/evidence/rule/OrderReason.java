package org.orderevidence.evidence.rule;

/** Why the disputed order fails a test of its own, whatever its history. */
public sealed interface OrderReason extends ReasonCode permits DecisiveReason, FixableReason {}
