/**
 * The storage contract on an SQL database: the same statements for each, a small {@link
 * org.orderevidence.store.sql.dialect.Dialect} for what differs. Writes go through one group committer, reads through a pool.
 */
@NullMarked
package org.orderevidence.store.sql;

import org.jspecify.annotations.NullMarked;
