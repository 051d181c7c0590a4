/** Walks and repairs a whole Cassandra store, for copies and checks. No request passes here. */
@NullMarked
package org.orderevidence.store.cassandra.archive;

import org.jspecify.annotations.NullMarked;
