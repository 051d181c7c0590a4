package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/** The short numbers of account spaces. A space gets its number with its first write, and keeps it. */
public final class Spaces {
    /** Maximum number of entries that are remembered; beyond, all are looked up again. */
    private static final int MAX_REMEMBERED = 10_000;

    private static final String SELECT = "SELECT number FROM spaces WHERE account = ? AND mode = ?";

    /** How often to try when others take the next number first. */
    private static final int MAX_TRIES = 100;

    private final ConcurrentMap<AccountSpace, Integer> remembered = new ConcurrentHashMap<>();
    private final Dialect dialect;
    private final GroupCommitter committer;
    private final ReaderPool readers;

    public Spaces(Dialect dialect, GroupCommitter committer, ReaderPool readers) {
        this.dialect = dialect;
        this.committer = committer;
        this.readers = readers;
    }

    /** The number of a space that is to be written to; made and committed on its own when there is none. */
    public int numbered(AccountSpace space) {
        Integer known = held(space);
        if (known != null) {
            return known;
        }
        int number = committer.write(1, session -> number(session, space));
        remember(space, number);
        return number;
    }

    private int number(Session session, AccountSpace space) throws SQLException {
        for (int i = 0; i < MAX_TRIES; i++) {
            bind(session.prepare(dialect.insertSpace()), space).executeUpdate();
            Integer made = select(session, space);
            if (made != null) {
                return made;
            }
        }
        throw new IllegalStateException("a space got no number");
    }

    /** Returns the number of a space, without a statement; null if it was not met yet. */
    @Nullable
    public Integer known(AccountSpace space) {
        return remembered.get(space);
    }

    /** The number of a space that is to be read; null if nothing was ever written to it. */
    @Nullable
    public Integer held(AccountSpace space) {
        Integer known = remembered.get(space);
        if (known != null) {
            return known;
        }
        Optional<Integer> found = readers.read(session -> Optional.ofNullable(select(session, space)));
        found.ifPresent(number -> remember(space, number));
        return found.orElse(null);
    }

    private void remember(AccountSpace space, int number) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.clear();
        }
        remembered.put(space, number);
    }

    private static @Nullable Integer select(Session session, AccountSpace space) throws SQLException {
        try (ResultSet row = bind(session.prepare(SELECT), space).executeQuery()) {
            return row.next() ? row.getInt(1) : null;
        }
    }

    private static PreparedStatement bind(PreparedStatement statement, AccountSpace space) throws SQLException {
        statement.setString(1, space.account());
        statement.setString(2, space.mode().wireName());
        return statement;
    }
}
