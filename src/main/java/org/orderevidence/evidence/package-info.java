/**
 * The question that this project answers: {@code CompellingEvidence} judges one order. Pure; the tests of the rule are in
 * {@code rule}, what they compare in {@code element}, the wording in {@code explanation}, sums in {@code coverage}.
 */
@NullMarked
package org.orderevidence.evidence;

import org.jspecify.annotations.NullMarked;
