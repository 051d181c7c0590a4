/** The tests, windows and states of the rule, and the result. Pure: what it needs arrives as arguments. */
@NullMarked
package org.orderevidence.evidence.rule;

import org.jspecify.annotations.NullMarked;
