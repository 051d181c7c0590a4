/**
 * Concerns of the whole process, such as when it must end. Uses the JDK only; every package with threads may use it.
 */
@NullMarked
package org.orderevidence.process;

import org.jspecify.annotations.NullMarked;
