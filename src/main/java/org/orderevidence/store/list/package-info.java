/** Lists of orders by transaction time: the part of a list that a read covers, in the numbers that all stores keep. */
@NullMarked
package org.orderevidence.store.list;

import org.jspecify.annotations.NullMarked;
