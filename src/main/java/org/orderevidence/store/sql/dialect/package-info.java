/**
 * The common part of SQLite and PostgreSQL: a session, the rows, and the interface {@code Dialect} for what differs.
 */
@NullMarked
package org.orderevidence.store.sql.dialect;

import org.jspecify.annotations.NullMarked;
