package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.store.cassandra.CassandraUrl;
import org.orderevidence.store.sql.PostgresUrl;

/** Settings, their sources, and addresses of stores. */
final class ConfigTest {
    private static final Map<String, String> NONE = Map.of();

    @TempDir
    private Path folder;

    @Test
    void nothingSetGivesTheDefaultsOfTheDesign() {
        Config config = accepted(Config.read(null, NONE, NONE));

        assertEquals("127.0.0.1", config.host());
        assertEquals(8080, config.port());
        assertEquals(Path.of("data"), config.data());
        assertEquals(new StoreUrl.Sqlite("sqlite:data/evidence.db", Path.of("data/evidence.db")), config.store());
        assertEquals(Path.of("data/secret"), config.secretFile());
        assertFalse(config.jsonLogs());
        assertEquals("info", config.logLevel());
        assertEquals(
                new Limits(
                        16 * 1024,
                        5 * 1024 * 1024,
                        64 * 1024,
                        32,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        10_000,
                        100,
                        10_000,
                        Duration.ofSeconds(20)),
                config.limits());
        assertEquals(600, config.retentionDays());
    }

    @Test
    void flagsBeatTheEnvironmentWhichBeatsTheFileWhichBeatsTheDefaults() throws IOException {
        Path file = file("host=from.file\nport=1\ndata=file-data\n");
        Map<String, String> environment = Map.of("EVIDENCE_PORT", "2", "EVIDENCE_DATA", "environment-data");

        Config config = accepted(Config.read(file, environment, Map.of("data", "flag-data")));

        assertEquals("flag-data", config.data().toString());
        assertEquals("flag", source(config, Setting.DATA));
        assertEquals(2, config.port());
        assertEquals("environment EVIDENCE_PORT", source(config, Setting.PORT));
        assertEquals("from.file", config.host());
        assertEquals("file " + file + " line 1", source(config, Setting.HOST));
        assertEquals("default", source(config, Setting.LOG_LEVEL));
    }

    @Test
    void whatIsKeptStandsInTheDataFolderUnlessItIsPutElsewhere() {
        Config moved = accepted(Config.read(null, NONE, Map.of("data", "/srv/evidence")));
        Config split = accepted(Config.read(null, NONE, Map.of("data", "/srv/evidence", "secret-file", "/etc/secret")));

        assertEquals("sqlite:/srv/evidence/evidence.db", moved.store().text());
        assertEquals(Path.of("/srv/evidence/secret"), moved.secretFile());
        assertEquals(Path.of("/etc/secret"), split.secretFile());
    }

    @ParameterizedTest
    @CsvSource({
        "log.format,                EVIDENCE_LOG_FORMAT",
        "secret-file,               EVIDENCE_SECRET_FILE",
        "limits.header-bytes,       EVIDENCE_LIMITS_HEADER_BYTES",
        "evidence.priors.refunded,  EVIDENCE_PRIORS_REFUNDED"
    })
    void aSettingsVariableIsItsNameInUpperCase(String key, String variable) {
        Setting setting = Arrays.stream(Setting.values())
                .filter(s -> s.key().equals(key))
                .findFirst()
                .orElseThrow();

        assertEquals(variable, setting.environmentName());
    }

    @ParameterizedTest
    @CsvSource({
        "https://evidence.example.com,       https://evidence.example.com",
        "https://Evidence.Example.com/,      https://evidence.example.com",
        "HTTPS://evidence.example.com:443,   https://evidence.example.com",
        "https://evidence.example.com:8443,  https://evidence.example.com:8443",
        "http://127.0.0.1:8080,              http://127.0.0.1:8080",
        "http://localhost:80,                http://localhost",
        "http://[::1]:9000/,                 http://[::1]:9000"
    })
    void thePublicAddressIsAsBrowsersNameIt(String text, String expected) {
        Config config = accepted(Config.read(null, NONE, Map.of("public.url", text, "host", "0.0.0.0")));

        assertEquals(Optional.of(URI.create(expected)), config.publicUrl());
        assertEquals(Optional.of(URI.create(expected)), config.publicUrl(4711));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8080,         http://127.0.0.1:8080",
        "localhost,              http://localhost",
        "[::1]:9000,             http://[::1]:9000",
        "Pay.Example.com,        https://pay.example.com",
        "pay.example.com:8443,   https://pay.example.com:8443",
        "example.com,            ''",
        "pay.example.com.evil,   ''",
        "'',                     ''"
    })
    void withoutItLinksHaveTheHostOfTheRequestIfItIsAllowed(String host, String expected) {
        Config config = accepted(Config.read(null, NONE, Map.of("public.hosts", "shop.example, pay.example.COM")));

        assertEquals(expected, config.linkUrl(host).map(URI::toString).orElse(""));
        assertEquals(
                Optional.of(URI.create("https://evidence.example.com")),
                accepted(Config.read(null, NONE, Map.of("public.url", "https://evidence.example.com")))
                        .linkUrl(host));
        assertInstanceOf(
                Config.Refused.class, Config.read(null, NONE, Map.of("public.hosts", "https://pay.example.com")));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,  4711,  http://127.0.0.1:4711",
        "127.1.2.3,  80,    http://127.1.2.3",
        "localhost,  4711,  http://localhost:4711",
        "::1,        4711,  http://[::1]:4711",
        "0.0.0.0,    4711,  ''",
        "10.0.0.1,   4711,  ''"
    })
    void withoutItAServiceOnLoopbackHasItsOwnAddress(String host, int port, String expected) {
        Config config = accepted(Config.read(null, NONE, Map.of("host", host)));

        assertEquals(Optional.empty(), config.publicUrl());
        assertEquals(expected, config.publicUrl(port).map(URI::toString).orElse(""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evidence.example.com",
                "ftp://evidence.example.com",
                "https://",
                "https://evidence.example.com/orders",
                "https://evidence.example.com?x",
                "https://evidence.example.com#x",
                "https://user@evidence.example.com",
                "https://evidence.example.com:0",
                "https://evidence.example.com:70000",
                "https://b\u00fccher.example",
                "https://a b",
            })
    void anAddressThatBrowsersCannotUseIsRefused(String text) {
        Config.Refused refused =
                assertInstanceOf(Config.Refused.class, Config.read(null, NONE, Map.of("public.url", text)));

        assertTrue(refused.faults()
                .getFirst()
                .startsWith(
                        "public.url (flag) must be an address without a path, such as https://evidence.example.com"));
    }

    @Test
    void plainHttpIsForLoopbackOnly() {
        Config.Refused refused = assertInstanceOf(
                Config.Refused.class, Config.read(null, NONE, Map.of("public.url", "http://evidence.example.com")));

        assertEquals(
                List.of("public.url (flag) must start with https://; http is accepted only for a loopback address, not"
                        + " \"http://evidence.example.com\""),
                refused.faults());
    }

    @ParameterizedTest
    @CsvSource({
        "limits.idle-time, 90s,     PT1M30S",
        "limits.idle-time, 2m,      PT2M",
        "limits.idle-time, 1500ms,  PT1.5S",
        "limits.idle-time, 1h,      PT1H"
    })
    void aLengthOfTimeHasAUnit(String key, String text, Duration expected) {
        assertEquals(
                expected,
                accepted(Config.read(null, NONE, Map.of(key, text))).limits().idleTime());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            port                       | 65536    | port (flag) must be a whole number from 0 to 65535, not "65536"
            port                       | -1       | port (flag) must be a whole number from 0 to 65535, not "-1"
            port                       | 80a      | port (flag) must be a whole number from 0 to 65535, not "80a"
            log.format                 | xml      | log.format (flag) must be one of text, json, not "xml"
            limits.idle-time           | 30       | limits.idle-time (flag) must be a whole number with ms, s, m, h or d behind it, such as 30s, not "30"
            limits.header-bytes        | 12       | limits.header-bytes (flag) breaks the rule that header-bytes is 1024 to 1048576, not "12"
            limits.line-bytes          | 99999999 | limits.line-bytes (flag) breaks the rule that line-bytes is 1024 to body-bytes, not "99999999"
            evidence.priors.limit      | 1        | evidence.priors.limit (flag) must be a whole number from 2 to 99998, not "1"
            evidence.sightings.before  | 90s      | evidence.sightings.before (flag) must be whole minutes, from 0m to 10080m, not "90s"
            store                      | mysql:x  | store (flag) must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE, not "mysql:x"
            store                      | postgresql://host/x | store (flag) must be postgresql://USER@HOST/DATABASE, with what has a meaning in an address percent-encoded (@ as %40, / as %2F), not "postgresql://host/x"
            store                      | postgresql://me@host/x?ssl=true | store (flag) may have the parameters sslmode, sslrootcert, connections, allow-weak and no other, not "postgresql://me@host/x?ssl=true"
            prot                       | 1        | flag: no such setting: prot; did you mean port?
            limits.uploads             | 1000001  | limits.uploads (flag) breaks the rule that uploads is 0 to 1000000, not "1000001"
            limits.header-byte         | 1        | flag: no such setting: limits.header-byte; did you mean limits.header-bytes?
            colour                     | red      | flag: no such setting: colour
            """)
    void aFaultNamesSettingSourceAndRule(String key, String text, String fault) {
        assertEquals(List.of(fault), refused(Config.read(null, NONE, Map.of(key, text))));
    }

    @Test
    void allFaultsAreToldAtOnce() throws IOException {
        Path file = file("# ours\nhost=\nprot=1\n\nport=1\nport=2\n");
        Map<String, String> environment = Map.of("EVIDENCE_LOG_LEVLE", "info", "EVIDENCE_LOG_LEVEL", "loud");
        Map<String, String> flags = Map.of("limits.json-depth", "4", "limits.connections", "0");

        assertEquals(
                List.of(
                        "file " + file + " line 6: port is set in line 5 already",
                        "file " + file + " line 3: no such setting: prot; did you mean port?",
                        "environment EVIDENCE_LOG_LEVLE: no such setting; did you mean EVIDENCE_LOG_LEVEL?",
                        "host (file " + file + " line 2) must not be blank, not \"\"",
                        "log.level (environment EVIDENCE_LOG_LEVEL) must be one of error, warn, info, debug, not"
                                + " \"loud\"",
                        "limits.json-depth (flag) breaks the rule that json-depth is 8 to 1000, not \"4\"",
                        "limits.connections (flag) breaks the rule that connections is 1 to 1000000, not \"0\""),
                refused(Config.read(file, environment, flags)));
    }

    @Test
    void variablesThatAreNoSettingsArePassedOver() {
        Map<String, String> environment = Map.of(
                "PATH", "/bin",
                "EVIDENCE_URL", "http://127.0.0.1:1",
                "EVIDENCE_API_KEY", "secret",
                "EVIDENCE_JAVA_OPTS", "-Xmx1g",
                "EVIDENCE_SERVICE_HOST", "10.0.0.1",
                "EVIDENCE_PORT_8080_TCP_ADDR", "10.0.0.1");

        assertEquals(8080, accepted(Config.read(null, environment, NONE)).port());
    }

    @Test
    void aMissingAnUnreadableAndABrokenFileAreFaults() throws IOException {
        Path missing = folder.resolve("missing");
        Path latin = folder.resolve("latin");
        Files.write(latin, "host=\u00fc".getBytes(StandardCharsets.ISO_8859_1));
        Path broken = file("host=\\uZZZZ");

        assertEquals(List.of("file " + missing + ": no such file"), refused(Config.read(missing, NONE, NONE)));
        assertEquals(List.of("file " + latin + ": not UTF-8"), refused(Config.read(latin, NONE, NONE)));
        assertEquals(
                List.of("file " + broken + ": cannot be read: Malformed \\uxxxx encoding."),
                refused(Config.read(broken, NONE, NONE)));
    }

    @Test
    void linesAreCountedThroughCommentsContinuationsAndWindowsLineEnds() throws IOException {
        Path file = file("# one\r\n\r\nhost: \\\r\n  shop.example\r\nport = 7\r\n");

        Config config = accepted(Config.read(file, NONE, NONE));

        assertEquals("shop.example", config.host());
        assertEquals("file " + file + " line 4", source(config, Setting.HOST));
        assertEquals("file " + file + " line 5", source(config, Setting.PORT));
    }

    @ParameterizedTest
    @CsvSource({
        "sqlite://me:pass@host/x,             sqlite://me:[redacted]@host/x",
        "cassandra://me:pass@h1/k?dc=x,       cassandra://me:[redacted]@h1/k?dc=x",
        "sqlite:x?user=me&password=pass&a=b,  sqlite:x?user=me&password=[redacted]&a=b",
        "postgresql://me:pass@host/x,         postgresql://me:[redacted]@host/x",
        "postgresql://me@host/x,              postgresql://me@host/x",
        "sqlite:data/evidence.db,             sqlite:data/evidence.db"
    })
    void aPasswordIsNeverShown(String store, String shown) {
        Config config = accepted(Config.read(null, NONE, Map.of("store", store)));

        assertEquals(store, config.store().text());
        assertEquals(shown, config.store().toString());
        assertEquals(shown, effective(config, Setting.STORE).shown());
        assertFalse(config.toString().contains(":pass@") || config.toString().contains("=pass"));
    }

    @Test
    void aPasswordIsNotShownInAFaultEither() {
        assertEquals(
                List.of(
                        "store (flag) must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE, not \"mysql://me:[redacted]@host/x\""),
                refused(Config.read(null, NONE, Map.of("store", "mysql://me:pass@host/x"))));
        assertEquals(
                List.of("store (flag) must be postgresql://USER@HOST/DATABASE, with what has a meaning in an address"
                        + " percent-encoded (@ as %40, / as %2F), not \"postgresql://me:[redacted]@host/x\""),
                refused(Config.read(null, NONE, Map.of("store", "postgresql://me:p@ss/word@host/x"))));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("evidence.properties"), text);
    }

    private static Config accepted(Config.Reading reading) {
        return assertInstanceOf(Config.Accepted.class, reading, reading::toString)
                .config();
    }

    private static List<String> refused(Config.Reading reading) {
        return assertInstanceOf(Config.Refused.class, reading).faults();
    }

    private static String source(Config config, Setting setting) {
        return effective(config, setting).source();
    }

    private static Config.Effective effective(Config config, Setting setting) {
        return config.effective().stream()
                .filter(e -> e.setting() == setting)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theSchemeSelectsTheEngine() {
        String postgres = "postgresql://me:hush@db/orders";
        String cassandra = "cassandra://me:hush@db/orders";

        assertEquals(new StoreUrl.Sqlite("sqlite:a/b.db?c", Path.of("a/b.db?c")), StoreUrl.parse("sqlite:a/b.db?c"));
        assertEquals(new StoreUrl.Postgresql(postgres, PostgresUrl.parse(postgres)), StoreUrl.parse(postgres));
        assertEquals(new StoreUrl.Cassandra(cassandra, CassandraUrl.parse(cassandra)), StoreUrl.parse(cassandra));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sqlite:", "SQLITE:x", "orders.db", "postgresql:x"})
    void anyOtherAddressIsRefused(String text) {
        assertEquals(
                "must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE", refused(text));
    }

    @Test
    void aFileThatCannotBeNamedIsRefused() {
        assertEquals("must name a file behind sqlite:", refused("sqlite:a\0b"));
    }

    private static String refused(String text) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> StoreUrl.parse(text))
                .getMessage());
    }
}
