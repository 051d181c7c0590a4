/** Waits of tests, each with a limit. */
@NullMarked
package org.orderevidence.waiting;

import org.jspecify.annotations.NullMarked;
