package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.orderevidence.bench.chart.FlameGraph;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Scratch;

/** Where a server's processor time goes under an operation: a JFR recording of the stacks, drawn as a flame graph. */
final class Profile {
    private static final int SECONDS = 8;
    private static final long COMMAND_SECONDS = 60;
    private static final String EVENT = "jdk.CPUTimeSample";

    private Profile() {}

    /** Loads a server, records it meanwhile and writes the picture; the time of a request, in microseconds, by its parts. */
    static Map<TimePart, Double> take(
            Scratch scratch, Path java, HttpContestant server, Operation operation, int connections, Path picture)
            throws IOException {
        Path recording = scratch.file(server.name() + "-" + operation.fileName() + ".jfr");
        String pid = String.valueOf(server.server().pid());
        String jcmd = java.resolveSibling("jcmd").toString();
        run(
                scratch,
                jcmd,
                pid,
                "JFR.start",
                "name=bench",
                "settings=none",
                "+" + EVENT + "#enabled=true",
                "+" + EVENT + "#throttle=1000/s");
        Round round = server.run(operation, connections, SECONDS);
        run(scratch, jcmd, pid, "JFR.dump", "name=bench", "filename=" + recording);
        run(scratch, jcmd, pid, "JFR.stop", "name=bench");
        String title = "%s on %s: %.0f µs of processor time a request"
                .formatted(operation.title(), server.name(), round.serverMicros());
        FlameGraph graph = new FlameGraph();
        Map<TimePart, Long> samples = read(recording, graph);
        Files.writeString(picture, graph.svg(title));
        Files.delete(recording);
        double all = samples.values().stream().mapToLong(Long::longValue).sum();
        Map<TimePart, Double> micros = new EnumMap<>(TimePart.class);
        samples.forEach((part, count) -> micros.put(part, round.serverMicros() * count / all));
        return micros;
    }

    private static Map<TimePart, Long> read(Path recording, FlameGraph graph) throws IOException {
        Map<TimePart, Long> samples = new EnumMap<>(TimePart.class);
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals(EVENT)) {
                    List<String> frames = frames(event);
                    graph.add(frames);
                    samples.merge(TimePart.of(frames), 1L, Long::sum);
                }
            }
        }
        return samples;
    }

    /** Outermost first; a sample without a stack is one of the JVM's own threads. */
    private static List<String> frames(RecordedEvent event) {
        if (event.getStackTrace() == null) {
            return List.of("the JVM itself: compiler, collector");
        }
        List<String> frames = new ArrayList<>();
        for (RecordedFrame frame : event.getStackTrace().getFrames().reversed()) {
            RecordedMethod method = frame.getMethod();
            String type = method.getType().getName();
            int lambda = type.indexOf("$$Lambda");
            frames.add((lambda < 0 ? type : type.substring(0, lambda) + "$lambda") + "." + method.getName());
        }
        return frames;
    }

    private static void run(Scratch scratch, String... command) throws IOException {
        Child.run(scratch, List.of(command), Map.of(), COMMAND_SECONDS);
    }
}
