package org.orderevidence.service;

import org.orderevidence.evidence.DisputeCase;
import org.orderevidence.evidence.Eligibility;

/**
 * An order that was judged.
 *
 * @param dispute what was judged
 * @param answer the result
 */
public record JudgedCase(DisputeCase dispute, Eligibility answer) {}
