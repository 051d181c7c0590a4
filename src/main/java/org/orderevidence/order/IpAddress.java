package org.orderevidence.order;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A public IP address in its canonical form: IPv4, or IPv6 without a zone; an IPv4-mapped IPv6 address is the IPv4
 * address in it. Ordered by bytes, IPv4 before IPv6. {@link #toString} hides it; {@link #text} is RFC 5952.
 *
 * <p>Only public addresses exist as a value. The list of those that are not is that of the rule document, "Elements".
 */
public final class IpAddress implements Comparable<IpAddress> {
    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;

    /** Longest text of an address: IPv6 with an embedded IPv4. */
    private static final int MAX_TEXT = 45;

    private static final String V4 = "(?:(?:0|[1-9][0-9]{0,2}+)\\.){3}+(?:0|[1-9][0-9]{0,2}+)";

    /** An IPv4 address, or groups of at most four hexadecimal digits, perhaps with an IPv4 address at the end. */
    private static final Pattern FORM =
            Pattern.compile(V4 + "|(?:[0-9A-Fa-f]{0,4}+:){1,8}+(?:" + V4 + "|[0-9A-Fa-f]{0,4}+)");

    private static final List<Range> NOT_PUBLIC = List.of(
            range("0.0.0.0", 8, "of \"this network\""),
            range("10.0.0.0", 8, "a private address"),
            range("100.64.0.0", 10, "a carrier's shared address"),
            range("127.0.0.0", 8, "a loopback address"),
            range("169.254.0.0", 16, "a link-local address"),
            range("172.16.0.0", 12, "a private address"),
            range("192.0.0.0", 24, "a protocol assignment"),
            range("192.168.0.0", 16, "a private address"),
            range("198.18.0.0", 15, "a benchmarking address"),
            range("224.0.0.0", 4, "a multicast address"),
            range("240.0.0.0", 4, "a reserved address"),
            range("::", 128, "the unspecified address"),
            range("::1", 128, "a loopback address"),
            range("64:ff9b:1::", 48, "a local translation address"),
            range("100::", 64, "a discard address"),
            range("fc00::", 7, "a private address"),
            range("fe80::", 10, "a link-local address"),
            range("fec0::", 10, "a site-local address"),
            range("ff00::", 8, "a multicast address"));

    private final Bytes bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = Bytes.wrap(bytes);
    }

    /** The result of parsing a string. */
    public sealed interface Parsed {}

    /** A public address: usable as evidence. */
    public record Usable(IpAddress address) implements Parsed {}

    /**
     * An address that is not assigned to anyone on the Internet.
     *
     * @param kind what it is instead, as a noun phrase
     */
    public record NotPublic(String kind) implements Parsed {}

    /** Not the text of an IP address: a host name, a hash, brackets, a port, a zone, leading zeros. */
    public record NotAnAddress() implements Parsed {}

    /** Reads the text of an address. Surrounding blanks are trimmed; never throws. */
    public static Parsed parse(String text) {
        byte[] parsed = bytesOf(Texts.trim(text));
        if (parsed.length == 0) {
            return new NotAnAddress();
        }
        for (Range range : NOT_PUBLIC) {
            if (range.contains(parsed)) {
                return new NotPublic(range.kind);
            }
        }
        return new Usable(new IpAddress(parsed));
    }

    /**
     * The address of these bytes, as kept by a store.
     *
     * @param bytes 4 or 16, of a public address
     */
    public static IpAddress ofBytes(byte[] bytes) {
        if (bytes.length != V4_BYTES && bytes.length != V6_BYTES) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes");
        }
        return new IpAddress(bytes.clone());
    }

    /** The 4 or 16 bytes, copied. */
    public byte[] bytes() {
        return bytes.toArray();
    }

    /** The RFC 5952 text, with the first of the longest runs of zeros as two colons. */
    public String text() {
        ByteBuffer buffer = bytes.buffer();
        if (bytes.length() == V4_BYTES) {
            return (buffer.get() & 0xff) + "." + (buffer.get() & 0xff) + "." + (buffer.get() & 0xff) + "."
                    + (buffer.get() & 0xff);
        }
        String text = IntStream.range(0, V6_BYTES / 2)
                .mapToObj(i -> Integer.toHexString(buffer.getShort(2 * i) & 0xffff))
                .collect(Collectors.joining(":"));
        for (int zeros = V6_BYTES / 2; zeros > 1; zeros--) {
            String run = ":0".repeat(zeros) + ':';
            int at = (':' + text + ':').indexOf(run);
            if (at >= 0) {
                return text.substring(0, Math.max(0, at - 1)) + "::"
                        + text.substring(Math.min(text.length(), at + run.length() - 1));
            }
        }
        return text;
    }

    @Override
    public int compareTo(IpAddress other) {
        int byFamily = Integer.compare(bytes.length(), other.bytes.length());
        return byFamily != 0 ? byFamily : bytes.compareTo(other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpAddress that && bytes.equals(that.bytes);
    }

    @Override
    public int hashCode() {
        return bytes.hashCode();
    }

    @Override
    public String toString() {
        return "[ip]";
    }

    /**
     * The address's 4 or 16 bytes, mapped IPv4 unwrapped; none when the text is not an address. The JDK reads more than
     * an address ("1.2", leading zeros, brackets, zones), so that the form is checked first. It never resolves names.
     */
    private static byte[] bytesOf(String text) {
        if (text.length() > MAX_TEXT || !FORM.matcher(text).matches()) {
            return new byte[0];
        }
        try {
            return InetAddress.ofLiteral(text).getAddress();
        } catch (IllegalArgumentException notAnAddress) {
            return new byte[0];
        }
    }

    private static Range range(String network, int prefixBits, String kind) {
        return new Range(bytesOf(network), prefixBits, kind);
    }

    /** A network of addresses, and what they are. */
    @SuppressWarnings("ArrayRecordComponent") // No one compares ranges.
    private record Range(byte[] network, int prefixBits, String kind) {
        boolean contains(byte[] address) {
            if (address.length != network.length) {
                return false;
            }
            int at = Arrays.mismatch(address, network);
            return at < 0
                    || at * Byte.SIZE + Integer.numberOfLeadingZeros(address[at] ^ network[at]) % Byte.SIZE
                            >= prefixBits;
        }
    }
}
