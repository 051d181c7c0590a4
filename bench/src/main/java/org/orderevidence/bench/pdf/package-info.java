/** Benchmarks of receipts as HTML and PDF. */
@NullMarked
package org.orderevidence.bench.pdf;

import org.jspecify.annotations.NullMarked;
