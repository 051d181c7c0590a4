/** The benchmarks: one canonical workload, measured beside what the service is compared with. */
@NullMarked
package org.orderevidence.bench;

import org.jspecify.annotations.NullMarked;
