/**
 * What we conclude, purely: the compelling evidence rule and the digital receipt. Uses {@code order} and the JDK; what
 * it needs (dates, rows that were read, keyed hashes) arrives as arguments.
 */
@NullMarked
package org.orderevidence.evidence;

import org.jspecify.annotations.NullMarked;
