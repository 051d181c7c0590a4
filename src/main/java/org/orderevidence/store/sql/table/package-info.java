/** The tables of the SQL stores and what a write does to them. */
@NullMarked
package org.orderevidence.store.sql.table;

import org.jspecify.annotations.NullMarked;
