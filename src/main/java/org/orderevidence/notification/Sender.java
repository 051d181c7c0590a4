package org.orderevidence.notification;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.IpAddress;

/**
 * Sends a request to the address of a merchant. It connects to the IP address that it has checked, so a name cannot lead
 * into the network of the service. It reads the status of the response and no more, and follows no redirect.
 *
 * @param allowsPrivate true if private addresses and http are allowed
 * @param patience for a connection, and then for the response
 */
record Sender(boolean allowsPrivate, SSLSocketFactory tls, Duration patience) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int LAST_PORT = 65_535;
    private static final int MOST_BYTES = 16 << 10;

    /**
     * IPv6 addresses that lead to an IPv4 address in them, by a translator (64:ff9b::/96) or a tunnel (6to4, Teredo, and
     * the IPv4-compatible ones). That may be a private one.
     */
    private static final List<String> LEADING_TO_IPV4 =
            List.of("0064ff9b0000000000000000", "2002", "20010000", "000000000000000000000000");

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");

    /** What became of a request; {@code status} is 0 if there was no response. */
    record Reply(int status, String words) {
        boolean isReceived() {
            return status / 100 == 2;
        }

        private static Reply of(int status) {
            return new Reply(
                    status,
                    "the endpoint answered " + status + (status / 100 == 3 ? "; redirects are not followed" : ""));
        }

        static Reply none(String words) {
            return new Reply(0, words);
        }
    }

    /** Returns what is wrong with the address of an endpoint, or empty if it can be used. */
    static Optional<String> fault(String url, boolean allowsPrivate) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException wrong) {
            return Optional.of("must be a URL, such as https://shop.example/changes");
        }
        boolean isAllowed = "https".equals(uri.getScheme()) || (allowsPrivate && "http".equals(uri.getScheme()));
        if (!isAllowed) {
            return Optional.of("must start with https://");
        }
        if (uri.getHost() == null || !url.equals(uri.toASCIIString())) {
            return Optional.of("must have the name of a host in ASCII, such as https://shop.example/changes");
        }
        if (uri.getPort() == 0 || uri.getPort() > LAST_PORT) {
            return Optional.of("must have a port from 1 to " + LAST_PORT + ", or none");
        }
        return uri.getRawUserInfo() != null || uri.getRawFragment() != null
                ? Optional.of("must have no user, password or fragment; the signature proves the sender")
                : Optional.empty();
    }

    /** Sends a body of JSON. It takes at most a little more than twice the patience, and the time to find the name. */
    Reply post(URI url, Map<String, String> headers, byte[] body) {
        int millis = Math.toIntExact(patience.toMillis());
        boolean isTls = "https".equals(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : isTls ? HTTPS : HTTP;
        try (Socket plain = new Socket()) {
            InetAddress address = address(url.getHost());
            if (address == null) {
                return Reply.none("the host has no public address; see notifications.private-addresses");
            }
            plain.connect(new InetSocketAddress(address, port), millis);
            // A receiver that sends a byte now and then must not hold the connection for ever.
            Thread end = Thread.ofVirtual().start(() -> closeAfterPatience(plain));
            try {
                plain.setSoTimeout(millis);
                Socket socket = isTls ? secured(plain, url.getHost(), port) : plain;
                OutputStream out = socket.getOutputStream();
                out.write(message(url, headers, body));
                out.flush();
                return Reply.of(status(socket.getInputStream()));
            } finally {
                end.interrupt();
            }
        } catch (UnknownHostException unknown) {
            return Reply.none("the name of the host is not known");
        } catch (SSLException untrusted) {
            return Reply.none("no TLS connection: the certificate may be wrong or expired");
        } catch (SocketTimeoutException late) {
            return Reply.none("no response within " + patience.toSeconds() + " s");
        } catch (IOException failed) {
            return Reply.none("no connection, or closed without a response");
        }
    }

    private void closeAfterPatience(Socket socket) {
        try {
            Thread.sleep(patience);
            socket.close();
        } catch (InterruptedException answered) {
            Thread.currentThread().interrupt();
        } catch (IOException closed) {
            // It is closed.
        }
    }

    /** Returns an address of a host to which a connection is allowed, or {@code null}. */
    private @Nullable InetAddress address(String host) throws UnknownHostException {
        for (InetAddress address : InetAddress.getAllByName(host)) {
            if (allowsPrivate || isPublic(address)) {
                return address;
            }
        }
        return null;
    }

    private static boolean isPublic(InetAddress address) {
        String hex = HexFormat.of().formatHex(address.getAddress());
        return IpAddress.parse(address.getHostAddress()) instanceof IpAddress.Usable
                && (address instanceof Inet4Address || LEADING_TO_IPV4.stream().noneMatch(hex::startsWith));
    }

    private Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) tls.createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static byte[] message(URI url, Map<String, String> headers, byte[] body) {
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        StringBuilder head = new StringBuilder("POST " + path)
                .append(url.getRawQuery() == null ? "" : "?" + url.getRawQuery())
                .append(" HTTP/1.1\r\nHost: " + url.getRawAuthority())
                .append("\r\nContent-Type: application/json\r\nContent-Length: " + body.length)
                .append("\r\nUser-Agent: order-evidence\r\nConnection: close\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        message.writeBytes(body);
        return message.toByteArray();
    }

    /** Returns the status of a response, behind those that announce it. */
    private static int status(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int status = 0;
        for (int i = 0; i < MOST_BYTES; i++) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            if (next != '\n') {
                line.append((char) next);
                continue;
            }
            Matcher found = STATUS.matcher(line.toString().stripTrailing());
            status = found.matches() ? Integer.parseInt(found.group(1)) : status;
            if (status == 0 || status >= 200) {
                break;
            }
            line.setLength(0);
        }
        if (status < 200) {
            throw new IOException("no HTTP response");
        }
        return status;
    }
}
