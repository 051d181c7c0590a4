package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
    /** Headers of the same name are separated by a bar. */
    @ParameterizedTest
    @CsvSource({
        "'',                   203.0.113.7, 198.51.100.1,                       203.0.113.7",
        "10.0.0.0/8,           203.0.113.7, 198.51.100.1,                       203.0.113.7",
        "10.0.0.0/8,           10.1.2.3,    198.51.100.1,                       198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '192.0.2.9, 198.51.100.1',          198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '192.0.2.9, 198.51.100.1, 10.9.9.9', 198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '192.0.2.9|198.51.100.1',           198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '',                                 10.1.2.3",
        "10.0.0.0/8,           10.1.2.3,    'unknown',                          10.1.2.3",
        "10.0.0.0/8,           10.1.2.3,    '198.51.100.1, example.com',        10.1.2.3",
        "10.0.0.0/8,           10.1.2.3,    10.4.4.4,                           10.4.4.4",
        "'10.1.2.3, 10.1.2.4', 10.1.2.3,    '198.51.100.1:4711, 10.1.2.4:80',   198.51.100.1",
        "'10.1.2.3/32',        10.1.2.4,    198.51.100.1,                       10.1.2.4",
        "172.16.0.0/12,        172.31.0.1,  198.51.100.1,                       198.51.100.1",
        "172.16.0.0/12,        172.32.0.1,  198.51.100.1,                       172.32.0.1",
        "0.0.0.0/0,            192.0.2.1,   198.51.100.1,                       198.51.100.1",
        "::1,                  ::1,         '2001:db8::1',                      2001:db8:0:0:0:0:0:1",
        "::1,                  ::1,         '[2001:db8::1]:4711',               2001:db8:0:0:0:0:0:1",
        "fd00::/8,             fd12::1,     198.51.100.1,                       198.51.100.1",
        "10.0.0.0/8,           ::1,         198.51.100.1,                       0:0:0:0:0:0:0:1"
    })
    void theClientIsTheLastThatIsNoTrustedProxy(String trusted, String peer, String forwarded, String client) {
        List<String> headers = forwarded.isEmpty() ? List.of() : Arrays.asList(forwarded.split("\\|"));

        InetAddress found = TrustedProxies.parse(trusted).client(InetAddress.ofLiteral(peer), headers);

        assertEquals(client, Objects.requireNonNull(found).getHostAddress());
    }

    @Test
    void aClosedConnectionHasNoClient() {
        assertNull(TrustedProxies.parse("10.0.0.0/8").client(null, List.of("198.51.100.1")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"proxy.example.com", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0.1,,10.0.0.2", "::1/129"
            })
    void whatIsNoNetworkIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> TrustedProxies.parse(text));
    }
}
