/**
 * Computes the coverage of each account space in the background, and stores it for all instances. The sums themselves are
 * in {@code evidence.coverage}.
 */
@NullMarked
package org.orderevidence.service.coverage;

import org.jspecify.annotations.NullMarked;
