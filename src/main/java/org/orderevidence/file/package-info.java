/** Files of the operator: why one cannot be read or written. */
@NullMarked
package org.orderevidence.file;

import org.jspecify.annotations.NullMarked;
