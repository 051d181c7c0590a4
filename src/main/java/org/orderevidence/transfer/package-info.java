/** Work on whole stores: copy, verify, back up. No request passes here. */
@NullMarked
package org.orderevidence.transfer;

import org.jspecify.annotations.NullMarked;
