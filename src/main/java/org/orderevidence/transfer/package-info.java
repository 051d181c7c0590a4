/** Work on whole stores: copy, verify, back up, seal again. Requests do not use this package. */
@NullMarked
package org.orderevidence.transfer;

import org.jspecify.annotations.NullMarked;
