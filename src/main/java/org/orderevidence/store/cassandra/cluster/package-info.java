/**
 * The cluster: connection, statements, retries, and the meaning of failures. The tables and their schema are in
 * {@code store.cassandra.table}.
 */
@NullMarked
package org.orderevidence.store.cassandra.cluster;

import org.jspecify.annotations.NullMarked;
