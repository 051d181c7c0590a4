/** The store of records on SQLite and PostgreSQL: a table for each kind. */
@NullMarked
package org.orderevidence.store.sql.record;

import org.jspecify.annotations.NullMarked;
