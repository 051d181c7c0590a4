/** The code for PostgreSQL only: its statements, its errors and its address. */
@NullMarked
package org.orderevidence.store.sql.postgresql;

import org.jspecify.annotations.NullMarked;
