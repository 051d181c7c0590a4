/** The cluster: connection, statements, retries, and what a failure means. Of tables it knows the schema only. */
@NullMarked
package org.orderevidence.store.cassandra.cluster;

import org.jspecify.annotations.NullMarked;
