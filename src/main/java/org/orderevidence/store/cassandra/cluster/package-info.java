/** The cluster: connection, statements, retries, and what a failure means. Knows no table. */
@NullMarked
package org.orderevidence.store.cassandra.cluster;

import org.jspecify.annotations.NullMarked;
