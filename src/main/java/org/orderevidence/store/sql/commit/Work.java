package org.orderevidence.store.sql.commit;

import java.sql.SQLException;
import org.orderevidence.store.sql.dialect.Session;

/** The work of one transaction. May be done again from the start when the first try was rolled back. */
@FunctionalInterface
public interface Work<T> {
    T perform(Session session) throws SQLException;
}
