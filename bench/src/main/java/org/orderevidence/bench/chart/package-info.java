/** Draws results as SVG. */
@NullMarked
package org.orderevidence.bench.chart;

import org.jspecify.annotations.NullMarked;
