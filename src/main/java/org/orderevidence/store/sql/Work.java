package org.orderevidence.store.sql;

import java.sql.SQLException;

/** What is done in one transaction. May be done again from the start when the first try was rolled back. */
@FunctionalInterface
interface Work<T> {
    T perform(Session session) throws SQLException;
}
