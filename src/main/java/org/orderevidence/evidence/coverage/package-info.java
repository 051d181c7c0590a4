/**
 * Sums the verdicts of many orders: how many are eligible, which data would make more of them eligible, and a forecast.
 * Reads no store, and judges no order.
 */
@NullMarked
package org.orderevidence.evidence.coverage;

import org.jspecify.annotations.NullMarked;
