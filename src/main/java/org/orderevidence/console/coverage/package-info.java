/** The page about the coverage of an account. It reads what was computed, and computes nothing itself. */
@NullMarked
package org.orderevidence.console.coverage;

import org.jspecify.annotations.NullMarked;
