package org.orderevidence;

import static org.orderevidence.Figures.ALARMS;
import static org.orderevidence.Figures.BACKUP_AGE;
import static org.orderevidence.Figures.COVERAGE;
import static org.orderevidence.Figures.DISPUTES;
import static org.orderevidence.Figures.ENDPOINTS;
import static org.orderevidence.Figures.INTEGRATIONS;
import static org.orderevidence.Figures.PURGED;
import static org.orderevidence.Figures.TASKS;
import static org.orderevidence.Figures.UNFINISHED_PURGE;
import static org.orderevidence.Figures.UNSENT;
import static org.orderevidence.Figures.UNSENT_AGE;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.http.AccessLog;
import org.orderevidence.http.HttpServer;
import org.orderevidence.http.HttpServer.Load;
import org.orderevidence.http.limits.MemoryBudget.Usage;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.notification.Endpoint.EndpointState;
import org.orderevidence.order.part.Platform;
import org.orderevidence.process.Tally;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.TimedStore;

/**
 * All that is measured, with its names. Labels have values of this program only: no ID, no name of an account, and nothing
 * that a client chooses.
 */
final class Metrics implements AccessLog.Counting, AutoCloseable {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofMillis(2500)
    };

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Map<Answered, Timer> requests = new ConcurrentHashMap<>();

    private record Answered(String method, String route, int status) {}

    Metrics(OpenInstallation parts) {
        addProcess(parts);
        addStore(parts.installation().store().records());
        EvidenceService.Counts counts = parts.service().counts();
        tally("uploaded.orders", "Orders of uploads by outcome", "outcome", counts.orders());
        tally("uploaded.disputes", "Disputes of uploads by outcome", "outcome", counts.disputes());
        tally("uploaded.sightings", "Sightings of uploads by outcome", "outcome", counts.sightings());
        tally("verdicts", "Verdicts that were answered", "status", counts.verdicts());
        gauge(
                "erasures.due",
                "Erasures that are to be continued",
                () -> parts.erasures().due());
    }

    /** Adds sums over the data of all accounts. */
    void add(Figures figures) {
        for (Status status : Status.values()) {
            String name = status.wireName();
            gauge("coverage.orders", "Orders that can be disputed", () -> figures.of(COVERAGE, name), "status", name);
        }
        for (String days : Figures.DAYS_LEFT) {
            gauge(
                    "open.disputes",
                    "Open disputes by the time left",
                    () -> figures.of(DISPUTES, days),
                    "days_left",
                    days);
        }
        for (String source : Figures.sources()) {
            for (CapturedField field : CapturedField.values()) {
                String[] labels = {"source", source, "field", field.wireName()};
                gauge(
                        "capture.ratio",
                        "Share of the orders of the last 7 days that have a field",
                        () -> figures.share(source, field),
                        labels);
                gauge(
                        "capture.alarms",
                        "Shares that are much lower than usual",
                        () -> figures.of(ALARMS, source, field.wireName()),
                        labels);
            }
        }
        for (Platform platform : Platform.values()) {
            String name = platform.wireName();
            gauge("integrations", "Integrations", () -> figures.of(INTEGRATIONS, name), "platform", name);
        }
        for (String state : List.of("open", "overdue")) {
            gauge("privacy.tasks", "Tasks about personal data", () -> figures.of(TASKS, state), "state", state);
        }
        for (EndpointState state : EndpointState.values()) {
            if (state != EndpointState.NONE) {
                String name = state.wireName();
                gauge("endpoints", "Endpoints for changes", () -> figures.of(ENDPOINTS, name), "state", name);
            }
        }
        gauge("unsent.changes", "Changes to be sent to endpoints", () -> figures.of(UNSENT));
        gauge("unsent.changes.seconds", "Age of the oldest of them", () -> figures.of(UNSENT_AGE));
        gauge("purge.removed.orders", "Orders that the last runs of the retention removed", () -> figures.of(PURGED));
        gauge("purge.unfinished.seconds", "Age of a run that has not ended", () -> figures.of(UNFINISHED_PURGE));
        gauge("backup.age.seconds", "Time since the last backup", () -> figures.of(BACKUP_AGE));
    }

    private void addProcess(OpenInstallation parts) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        collections.bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new DiskSpaceMetrics(parts.config().data().toFile()).bindTo(registry);
    }

    private void addStore(TimedStore store) {
        for (TimedStore.Operation operation : TimedStore.Operation.values()) {
            TimedStore.Calls calls = store.calls(operation);
            String name = operation.name().toLowerCase(Locale.ROOT);
            FunctionTimer.builder(
                            "evidence.store.operations",
                            calls,
                            TimedStore.Calls::ended,
                            TimedStore.Calls::nanos,
                            TimeUnit.NANOSECONDS)
                    .description("Calls of the store, with the time until they ended")
                    .tag("operation", name)
                    .register(registry);
            counter("store.failures", "Calls of the store that failed", calls::failed, "operation", name);
        }
        Supplier<RecordStore.Load> load = store::load;
        counter("store.batches", "Transactions with writes of several callers", part(load, RecordStore.Load::batches));
        counter("store.batch.rows", "Rows of all these transactions", part(load, RecordStore.Load::batchRows));
        gauge("store.waiting.rows", "Rows that wait to be written", part(load, RecordStore.Load::waitingRows));
        gauge("store.readers", "Reads that are possible at a time", part(load, RecordStore.Load::readers));
        gauge("store.reading", "Reads in progress", part(load, RecordStore.Load::reading));
    }

    private static <T> Supplier<Number> part(Supplier<T> whole, Function<T, Number> part) {
        return () -> part.apply(whole.get());
    }

    /** Adds what a server is busy with. */
    void add(HttpServer server) {
        Supplier<Load> load = server::load;
        Supplier<Usage> memory = () -> server.load().memory();
        gauge("http.connections", "Open connections", part(load, Load::connections));
        gauge("http.connections.max", "Limit of open connections", part(load, Load::mostConnections));
        gauge("http.active.requests", "Requests in progress", part(load, Load::requests));
        gauge("memory.bytes", "Memory budget of all requests", part(memory, Usage::total));
        gauge("memory.free.bytes", "Free part of the memory budget", part(memory, Usage::free));
        gauge("memory.waiting.requests", "Requests that wait for memory", part(memory, Usage::waiting));
    }

    @Override
    public void answered(String method, String route, int status, long nanos) {
        Answered answered = new Answered(method, route, status);
        Timer known = requests.get(answered);
        Timer timer = known == null ? requests.computeIfAbsent(answered, this::timer) : known;
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Answered answered) {
        return Timer.builder("evidence.http.requests")
                .description("Answered requests, with the time until the answer was sent")
                .tags("method", answered.method, "route", answered.route)
                .tag("status", Integer.toString(answered.status))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private void tally(String name, String meaning, String label, Tally tally) {
        tally.names().forEach(each -> counter(name, meaning, () -> tally.of(each), label, each));
    }

    private void counter(String name, String meaning, Supplier<Number> value, String... labels) {
        // The registry refers to an object of a counter only weakly.
        FunctionCounter.builder("evidence." + name, this, _ -> value.get().doubleValue())
                .description(meaning)
                .tags(labels)
                .register(registry);
    }

    private void gauge(String name, String meaning, Supplier<Number> value, String... labels) {
        Gauge.builder("evidence." + name, value)
                .description(meaning)
                .tags(labels)
                .register(registry);
    }

    /** Returns all of it in the text format of Prometheus. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
