/**
 * The cluster: connection, statements, retries, and the meaning of failures.
 */
@NullMarked
package org.orderevidence.store.cassandra.cluster;

import org.jspecify.annotations.NullMarked;
