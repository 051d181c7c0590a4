/** The store of records on Cassandra: guarded records by conditional writes, merged records by time stamps. */
@NullMarked
package org.orderevidence.store.cassandra.record;

import org.jspecify.annotations.NullMarked;
