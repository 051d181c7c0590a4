/**
 * Lists of orders by transaction day: the walk over an index, which all stores share. How a store finds the orders of a
 * day is with its tables.
 */
@NullMarked
package org.orderevidence.store.list;

import org.jspecify.annotations.NullMarked;
