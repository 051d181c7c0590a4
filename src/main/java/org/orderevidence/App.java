package org.orderevidence;

import java.util.Optional;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.NewKey;

/** The composition root: the only place that picks a store. */
public final class App implements AutoCloseable {
    private App() {}

    /**
     * Opens the store and the secret, makes the first account when there is none, and listens.
     *
     * @throws CannotStart when the operator can mend what is wrong: a taken port, a folder that cannot be written
     */
    public static App start(Config config) {
        if (config.port() >= 0) {
            throw refusal(config);
        }
        return new App();
    }

    /**
     * Opens the store for the commands that work on it directly, also while a server runs.
     *
     * @throws CannotStart when the operator can mend what is wrong
     */
    public static Administration openAccounts(Config config) {
        if (config.port() >= 0) {
            throw refusal(config);
        }
        return new NoAdministration();
    }

    /** The store's schema: its version, and its statements as they stand. */
    public static String schema(Config config) {
        if (config.port() >= 0) {
            throw refusal(config);
        }
        return "";
    }

    private static CannotStart refusal(Config config) {
        return new CannotStart("cannot open " + config.data() + ": this build holds no store yet");
    }

    /** The port that it listens on. */
    public int port() {
        return 0;
    }

    /** The key that was made at this first start; empty at every later one. */
    public Optional<NewKey> firstKey() {
        return Optional.empty();
    }

    /** Stops listening, waits for the requests under way, and closes the store. Again: does nothing. */
    @Override
    public void close() {}

    /** The accounts, on an open store. */
    public interface Administration extends AutoCloseable {
        /** The accounts of the installation. */
        Accounts accounts();

        @Override
        void close();
    }

    private record NoAdministration() implements Administration {
        @Override
        public Accounts accounts() {
            throw new IllegalStateException("this build holds no store yet");
        }

        @Override
        public void close() {}
    }
}
