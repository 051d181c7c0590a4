/** The code for SQLite only: its statements, its file, its checkpoints and its own check. */
@NullMarked
package org.orderevidence.store.sql.sqlite;

import org.jspecify.annotations.NullMarked;
