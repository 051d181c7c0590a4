package org.orderevidence.account;

import java.net.URI;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Sha256;

/**
 * Where people sign in, and what they may do.
 *
 * @param clientId name of this service at the provider
 * @param secretFile has the secret of this service at the provider; it is read at each sign-in
 * @param allowed scopes by {@code @domain} of a verified e-mail address, in lower case, or by group
 * @param groupsClaim where the provider states groups
 */
public record OpenIdSettings(
        URI issuer,
        String clientId,
        Path secretFile,
        AccountSpace space,
        Map<String, Set<Scope>> allowed,
        String groupsClaim) {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    /** Reads the address of a provider. */
    public static URI issuer(String text) {
        try {
            URI issuer = URI.create(text);
            boolean isSafe = "https".equals(issuer.getScheme())
                    || ("http".equals(issuer.getScheme()) && LOOPBACK.contains(issuer.getHost()));
            if (isSafe && issuer.getHost() != null && issuer.getRawQuery() == null && issuer.getRawFragment() == null) {
                return issuer;
            }
        } catch (IllegalArgumentException notAUri) {
            // It is refused below.
        }
        throw new IllegalArgumentException("must be an https address, such as https://login.example.com");
    }

    /** Reads who may do what, such as {@code @example.com=read,fraud-team=read+write}. */
    public static Map<String, Set<Scope>> allowed(String text) {
        Map<String, Set<Scope>> allowed = new TreeMap<>();
        for (String rule : text.isBlank() ? new String[0] : text.split(",", -1)) {
            int equals = rule.lastIndexOf('=');
            String name = equals < 0 ? "" : rule.substring(0, equals).strip();
            Set<Scope> scopes = new TreeSet<>();
            for (String scope : rule.substring(equals + 1).split("\\+", -1)) {
                Scope.parse(scope.strip()).ifPresentOrElse(scopes::add, scopes::clear);
            }
            String key = name.startsWith("@") ? name.toLowerCase(Locale.ROOT) : name;
            if (name.isEmpty() || name.equals("@") || scopes.isEmpty() || allowed.put(key, scopes) != null) {
                throw new IllegalArgumentException(
                        "must be @DOMAIN=SCOPE or GROUP=SCOPE, separated by commas, with + between"
                                + " scopes, such as @example.com=read,fraud-team=read+write");
            }
        }
        return allowed;
    }

    /** Returns a text that changes with what is allowed, where and by whom. */
    String fingerprint() {
        String text =
                issuer + "\n" + clientId + "\n" + space.path() + "\n" + new TreeMap<>(allowed) + "\n" + groupsClaim;
        return HexFormat.of().formatHex(Sha256.of(text));
    }
}
