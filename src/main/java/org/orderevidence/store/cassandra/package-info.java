/**
 * The store on Apache Cassandra. Every statement uses one partition. Decision record 8 lists the
 * guarantees that this gives up.
 */
@NullMarked
package org.orderevidence.store.cassandra;

import org.jspecify.annotations.NullMarked;
