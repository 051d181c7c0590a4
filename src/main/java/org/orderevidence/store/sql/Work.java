package org.orderevidence.store.sql;

import java.sql.SQLException;

/** The work of one transaction. May be done again from the start when the first try was rolled back. */
@FunctionalInterface
public interface Work<T> {
    T perform(Session session) throws SQLException;
}
