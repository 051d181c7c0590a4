package org.orderevidence.evidence;

/** Why the disputed order itself fails a test. Its history does not matter. */
public sealed interface OrderReason extends ReasonCode permits DecisiveReason, FixableReason {}
