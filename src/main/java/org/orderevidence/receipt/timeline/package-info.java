/**
 * The timeline of one verdict: the days of the earlier orders, of the dispute and of eligibility, as data and as SVG. It
 * does not judge: all days come from the result of the rule.
 */
@NullMarked
package org.orderevidence.receipt.timeline;

import org.jspecify.annotations.NullMarked;
