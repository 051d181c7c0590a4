package org.orderevidence.console;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyCheck;

/** Sessions of one instance, in memory. They end with the process. */
public final class MemorySessions implements SessionSource {
    private static final int MOST = 10_000;
    private static final int TOKEN_BYTES = 32;

    private final Accounts accounts;
    private final SecureRandom random = new SecureRandom();
    private final LinkedHashMap<String, Held> sessions = new LinkedHashMap<>();

    /**
     * @param accounts checks the keys
     */
    public MemorySessions(Accounts accounts) {
        this.accounts = accounts;
    }

    private record Held(ApiKey key, ConsoleSession session) {}

    @Override
    public Optional<SignedIn> signIn(ApiKey key) {
        if (!(accounts.check(key) instanceof KeyCheck.Accepted accepted)) {
            return Optional.empty();
        }
        ConsoleSession session = new ConsoleSession(accepted.space(), accepted.keyId(), accepted.scopes(), newToken());
        String token = newToken();
        synchronized (sessions) {
            if (sessions.size() == MOST) {
                sessions.pollFirstEntry();
            }
            sessions.put(token, new Held(key, session));
        }
        return Optional.of(new SignedIn(token, session));
    }

    @Override
    public Optional<SignedIn> signInWithCode(String code) {
        return Optional.empty();
    }

    @Override
    public Optional<ConsoleSession> find(String token) {
        Held held;
        synchronized (sessions) {
            held = sessions.get(token);
        }
        return held != null && accounts.check(held.key) instanceof KeyCheck.Accepted
                ? Optional.of(held.session)
                : Optional.empty();
    }

    @Override
    public void end(String token) {
        synchronized (sessions) {
            sessions.remove(token);
        }
    }

    private String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
