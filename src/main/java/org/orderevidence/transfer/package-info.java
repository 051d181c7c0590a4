/** Work on whole stores: copy, verify, back up. Sealing again is in {@code transfer.renewal}; no request uses this package. */
@NullMarked
package org.orderevidence.transfer;

import org.jspecify.annotations.NullMarked;
