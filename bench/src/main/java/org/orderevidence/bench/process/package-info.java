/** Runs other programs for a benchmark, and reads what the operating system knows about them. */
@NullMarked
package org.orderevidence.bench.process;

import org.jspecify.annotations.NullMarked;
