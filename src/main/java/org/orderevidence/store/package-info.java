/** The storage contract in domain words, its exceptions, and the one decision of every write. Knows no driver. */
@NullMarked
package org.orderevidence.store;

import org.jspecify.annotations.NullMarked;
