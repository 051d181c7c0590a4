/**
 * The storage contract on Apache Cassandra. Every statement uses one partition. The time stamps of
 * writes decide which of two writes stays, so all writes may be repeated in any order. Decision
 * record 8 lists the guarantees that this gives up.
 */
@NullMarked
package org.orderevidence.store.cassandra;

import org.jspecify.annotations.NullMarked;
