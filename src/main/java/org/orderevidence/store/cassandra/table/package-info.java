/** The tables of the Cassandra store, and what a write does to them. */
@NullMarked
package org.orderevidence.store.cassandra.table;

import org.jspecify.annotations.NullMarked;
