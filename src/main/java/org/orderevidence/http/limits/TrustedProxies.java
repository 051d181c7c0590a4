package org.orderevidence.http.limits;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose word about their clients is believed. Anyone can send the header {@code X-Forwarded-For}, and each
 * proxy adds the address of its own client at the end.
 */
public record TrustedProxies(List<Network> networks) {
    /** The header in which a proxy names its client. */
    public static final String HEADER = "X-Forwarded-For";

    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    /**
     * Some addresses.
     *
     * @param address one of them
     * @param bits how many of its first bits they have in common
     */
    public record Network(InetAddress address, int bits) {
        private boolean contains(InetAddress other) {
            byte[] mine = address.getAddress();
            byte[] its = other.getAddress();
            int whole = bits / Byte.SIZE;
            int rest = Byte.SIZE - bits % Byte.SIZE;
            return mine.length == its.length
                    && Arrays.equals(mine, 0, whole, its, 0, whole)
                    && (rest == Byte.SIZE || (mine[whole] & 0xff) >> rest == (its[whole] & 0xff) >> rest);
        }
    }

    /** Reads addresses and networks such as {@code 10.0.0.0/8}, with commas between them. */
    public static TrustedProxies parse(String text) {
        return text.isBlank()
                ? NONE
                : new TrustedProxies(Arrays.stream(text.split(",", -1))
                        .map(one -> network(one.strip()))
                        .toList());
    }

    private static Network network(String text) {
        int slash = text.indexOf('/');
        InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
        int most = address.getAddress().length * Byte.SIZE;
        int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException("a network has 0 to " + most + " bits");
        }
        return new Network(address, bits);
    }

    /**
     * Returns the address of the client: the last one that is not that of a trusted proxy.
     *
     * @param peer the other end of the connection; {@code null} if it is closed
     * @param forwardedFor the values of {@code X-Forwarded-For}
     */
    public @Nullable InetAddress client(@Nullable InetAddress peer, List<String> forwardedFor) {
        if (forwardedFor.isEmpty()) {
            return peer;
        }
        @Nullable InetAddress client = peer;
        List<String> hops = Arrays.asList(String.join(",", forwardedFor).split(","));
        for (int hop = hops.size() - 1; hop >= 0 && client != null && isTrusted(client); hop--) {
            InetAddress before = address(hops.get(hop).strip());
            if (before == null) {
                return client;
            }
            client = before;
        }
        return client;
    }

    private boolean isTrusted(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    /** Reads an address, perhaps with a port; null for anything else, such as {@code unknown}. */
    private static @Nullable InetAddress address(String text) {
        int bracket = text.indexOf(']');
        int colon = text.indexOf(':');
        boolean hasPort = colon >= 0 && colon == text.lastIndexOf(':');
        String alone = text.startsWith("[") && bracket > 0
                ? text.substring(1, bracket)
                : hasPort ? text.substring(0, colon) : text;
        try {
            return InetAddress.ofLiteral(alone);
        } catch (IllegalArgumentException noAddress) {
            return null;
        }
    }
}
