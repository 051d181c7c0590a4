/** The storage contract in domain words, its two exceptions, and the one encoding of an order. Knows no driver. */
@NullMarked
package org.orderevidence.store;

import org.jspecify.annotations.NullMarked;
