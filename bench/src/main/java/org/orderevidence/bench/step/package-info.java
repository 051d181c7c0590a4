/** Benchmarks of single steps: judging a case, and sealing a record. */
@NullMarked
package org.orderevidence.bench.step;

import org.jspecify.annotations.NullMarked;
