package org.orderevidence.service;

import org.orderevidence.evidence.rule.DisputeCase;
import org.orderevidence.evidence.rule.Eligibility;

/**
 * An order that was judged.
 *
 * @param dispute what was judged
 * @param answer the result
 */
public record JudgedCase(DisputeCase dispute, Eligibility answer) {}
