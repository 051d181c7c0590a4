/** What concerns the process as a whole: when it must end. Knows the JDK only; every package with threads may use it. */
@NullMarked
package org.orderevidence.process;

import org.jspecify.annotations.NullMarked;
