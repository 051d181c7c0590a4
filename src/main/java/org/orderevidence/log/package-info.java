/** The format and the destination of log lines. The command line starts it. */
@NullMarked
package org.orderevidence.log;

import org.jspecify.annotations.NullMarked;
