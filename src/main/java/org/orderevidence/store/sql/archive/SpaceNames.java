package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.table.Spaces;

/** The account spaces for the space numbers of one page. */
public final class SpaceNames {
    public static final String SELECT = "SELECT account, mode FROM spaces WHERE number = ?";

    private final Session session;
    private final Map<Integer, AccountSpace> met = new HashMap<>();

    public SpaceNames(Session session) {
        this.session = session;
    }

    /** Returns the space of a number. */
    public AccountSpace of(int number) throws SQLException {
        AccountSpace known = met.get(number);
        if (known == null) {
            known = read(number);
            met.put(number, known);
        }
        return known;
    }

    private AccountSpace read(int number) throws SQLException {
        PreparedStatement select = session.prepare(SELECT);
        select.setInt(1, number);
        try (ResultSet row = select.executeQuery()) {
            if (row.next()) {
                return Spaces.named(Columns.text(row, 1), Columns.text(row, 2));
            }
        }
        throw new IllegalStateException("there are rows of account space " + number + ", which is not there itself");
    }
}
