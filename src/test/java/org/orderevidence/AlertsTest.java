package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.installation.Config;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The alert rules and the dashboard for Prometheus and Grafana. */
class AlertsTest {
    private static final Pattern METRIC = Pattern.compile("\\b(evidence|jvm|process|disk|system)_[a-z_]+\\b");

    private static final Path DEPLOY = Path.of("deploy").toAbsolutePath();
    private static final Path RULES = DEPLOY.resolve("alerts.yml");

    /** The time series of each alert, calm and as its cause makes them, minute by minute. */
    private static final List<Map.Entry<String, List<Series>>> CAUSES = List.of(
            cause("Down", new Series("up{job=\"order-evidence\"}", "1x1500", "0x1500")),
            cause(
                    "Errors",
                    new Series("evidence_http_requests_seconds_count{status=\"500\"}", "3x1500", "3x1480 4x20")),
            cause(
                    "Errors",
                    new Series("evidence_http_requests_seconds_count{status=\"500\"}", "_x1500", "_x1480 1x20")),
            cause(
                    "Unavailable",
                    new Series("evidence_http_requests_seconds_count{status=\"200\"}", "0+90x1500", "0+90x1500"),
                    new Series("evidence_http_requests_seconds_count{status=\"503\"}", "0+4x1500", "0+10x1500")),
            cause(
                    "Slow",
                    fetches("0.5", "0+99x1500", "0+98x1500"),
                    fetches("2.5", "0+99x1500", "0+100x1500"),
                    fetches("+Inf", "0+99x1500", "0+100x1500")),
            cause("StoreFails", new Series("evidence_store_failures_total", "7x1500", "0+1x1500")),
            cause("WritesWait", new Series("evidence_store_waiting_rows", "4000x1500", "6000x1500")),
            cause(
                    "MemoryShort",
                    new Series("evidence_memory_bytes", "100x1500", "100x1500"),
                    new Series("evidence_memory_free_bytes", "20x1500", "9x1500")),
            cause(
                    "ConnectionsFull",
                    new Series("evidence_http_connections_max", "100x1500", "100x1500"),
                    new Series("evidence_http_connections", "90x1500", "91x1500")),
            cause(
                    "DiskFull",
                    new Series("disk_total_bytes", "100x1500", "100x1500"),
                    new Series("disk_free_bytes", "10x1500", "9x1500")),
            cause(
                    "UploadsRejected",
                    new Series("evidence_uploaded_orders_total{outcome=\"created\"}", "0+96x1500", "0+90x1500"),
                    new Series("evidence_uploaded_orders_total{outcome=\"rejected\"}", "0+4x1500", "0+6x1500")),
            cause(
                    "WebhooksSilent",
                    new Series("evidence_integrations", "1x1500", "1x1500"),
                    new Series("process_uptime_seconds", "90000x1500", "90000x1500"),
                    new Series(
                            "evidence_http_requests_seconds_count{route=\"/api/v2/integrations/{platform}/{id}\"}",
                            "0x1400 1x99",
                            "5x1500")),
            cause("CaptureDropped", new Series("evidence_capture_alarms{field=\"ip\"}", "0x1500", "1x1500")),
            cause("DisputeDueSoon", disputes("0-2")),
            cause("DisputeOverdue", disputes("overdue")),
            cause("PrivacyTaskOverdue", new Series("evidence_privacy_tasks{state=\"overdue\"}", "0x1500", "1x1500")),
            cause("ChangesUnsent", new Series("evidence_unsent_changes_seconds", "20000x1500", "22000x1500")),
            cause("PurgeStuck", new Series("evidence_purge_unfinished_seconds", "90000x1500", "180000x1500")),
            cause("BackupOld", new Series("evidence_backup_age_seconds", "0x1500", "700000x1500")));

    @TempDir
    private Path folder;

    private record Series(String name, String calm, String caused) {
        String yaml(boolean isCaused) {
            return "      - {series: '" + name + "', values: '" + (isCaused ? caused : calm) + "'}\n";
        }
    }

    private static Map.Entry<String, List<Series>> cause(String alert, Series... series) {
        return Map.entry("Evidence" + alert, List.of(series));
    }

    private static Series fetches(String bucket, String calm, String caused) {
        return new Series(
                "evidence_http_requests_seconds_bucket{method=\"GET\",route=\"/api/v2/orders/{id}\",status=\"200\",le=\""
                        + bucket + "\"}",
                calm,
                caused);
    }

    private static Series disputes(String daysLeft) {
        return new Series("evidence_open_disputes{days_left=\"" + daysLeft + "\"}", "0x1500", "1x1500");
    }

    static boolean isInstalled() {
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "promtool")));
    }

    private static JsonNode rules() throws IOException {
        return new YAMLMapper()
                .readTree(Files.readString(RULES))
                .path("groups")
                .path(0)
                .path("rules");
    }

    private static void run(Path at, String... command) throws IOException {
        Path output = at.resolve("output");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException missing) {
            throw new IllegalStateException(command[0] + " is missing (Debian: apt-get install prometheus)", missing);
        }
        assertEquals(0, Waits.exitCode(process), () -> read(output));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    @Tag("slow")
    @Test
    @EnabledIf(value = "isInstalled", disabledReason = "the Debian package prometheus is not installed")
    void eachAlertFiresByItsCauseAloneAndNoneWithoutIt() throws IOException {
        Set<String> alerts = new TreeSet<>();
        rules().forEach(rule -> alerts.add(rule.path("alert").asString()));
        assertEquals(alerts, CAUSES.stream().map(Map.Entry::getKey).collect(Collectors.toSet()));
        StringBuilder tests = new StringBuilder("rule_files: ['" + RULES + "']\nevaluation_interval: 15m\ntests:\n");
        CAUSES.forEach(cause -> {
            for (boolean isCaused : List.of(false, true)) {
                tests.append("  - interval: 1m\n    input_series:\n");
                cause.getValue().forEach(each -> tests.append(each.yaml(isCaused)));
                tests.append("    promql_expr_test:\n      - eval_time: 1485m\n")
                        .append("        expr: count by (alertname) (ALERTS{alertstate=\"firing\"})\n")
                        .append("        exp_samples: [")
                        .append(isCaused ? "{labels: '{alertname=\"" + cause.getKey() + "\"}', value: 1}" : "")
                        .append("]\n");
            }
        });
        Path file = Files.writeString(folder.resolve("tests.yml"), tests);

        run(
                folder,
                "promtool",
                "check",
                "config",
                DEPLOY.resolve("prometheus.yml").toString());
        run(folder, "promtool", "test", "rules", file.toString());
    }

    @Test
    void eachAlertSaysWhatIsWrongAndWhatToDo() throws IOException {
        for (JsonNode rule : rules()) {
            assertTrue(
                    Set.of("page", "ticket")
                            .contains(rule.at("/labels/severity").asString()),
                    rule::toString);
            assertTrue(rule.at("/annotations/summary").asString().endsWith("."), rule::toString);
            assertTrue(rule.at("/annotations/action").asString().endsWith("."), rule::toString);
        }
    }

    @Test
    @EnabledIf(value = "isInstalled", disabledReason = "the Debian package prometheus is not installed")
    void theDashboardHasValidQueries() throws IOException {
        StringBuilder recorded = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        for (JsonNode panel : JsonMapper.shared()
                .readTree(DEPLOY.resolve("grafana.json").toFile())
                .path("panels")) {
            panel.path("targets")
                    .forEach(target -> recorded.append("      - {record: 'a', expr: '")
                            .append(target.path("expr").asString().replace("'", "''"))
                            .append("', labels: {panel: '")
                            .append(panel.path("title").asString()
                                    + target.path("refId").asString())
                            .append("'}}\n"));
        }

        run(
                folder,
                "promtool",
                "check",
                "rules",
                Files.writeString(folder.resolve("queries.yml"), recorded).toString());
    }

    @Test
    void everyMetricOfTheRulesAndOfTheDashboardExists() throws IOException, InterruptedException {
        Set<String> named = new TreeSet<>();
        for (String file : List.of("alerts.yml", "grafana.json")) {
            METRIC.matcher(Files.readString(DEPLOY.resolve(file))).results().forEach(name -> named.add(name.group()));
        }
        assertTrue(named.size() > 20, named::toString);

        try (App app = start()) {
            new ServiceClient(app).get("/livez");
            Waits.until(() -> metrics(app).contains("evidence_http_requests"), "the request is not counted");
            String metrics = metrics(app);
            Set<String> existing =
                    METRIC.matcher(metrics).results().map(name -> name.group()).collect(Collectors.toSet());

            named.removeAll(existing);
            for (Series each :
                    CAUSES.stream().flatMap(cause -> cause.getValue().stream()).toList()) {
                // Those of requests and uploads come with the first ones.
                if (each.name.matches("evidence_(?!http|uploaded).*\\{.*")) {
                    String label = each.name.substring(each.name.indexOf('{') + 1, each.name.length() - 1);
                    assertTrue(metrics.contains(label), each.name);
                }
            }
        }
        assertEquals(Set.of(), named);
    }

    private App start() {
        Map<String, String> flags =
                Map.of("data", folder.resolve("data").toString(), "port", "0", "management.address", "127.0.0.1:0");
        return App.start(Call.accepted(Config.read(null, Map.of(), flags)), Clock.systemUTC());
    }

    private static String metrics(App app) throws IOException, InterruptedException {
        return new ServiceClient(app.metricsPort().orElseThrow(), "")
                .get("/metrics")
                .body();
    }
}
