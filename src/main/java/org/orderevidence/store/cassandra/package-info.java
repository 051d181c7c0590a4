/**
 * The storage contract on Apache Cassandra. Every statement is of one partition; writes carry the time stamps that
 * decide which of two stays, so that all may be repeated in any order. What that gives up is written down in decision
 * record 8.
 */
@NullMarked
package org.orderevidence.store.cassandra;

import org.jspecify.annotations.NullMarked;
