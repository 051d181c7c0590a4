package org.orderevidence.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads the data of a process and of the machine from {@code /proc}. */
final class ProcessStats {
    /** Linux reports the processor time of programs in hundredths of a second, at any rate of its own clock. */
    private static final double MICROS_A_TICK = 10_000;

    private static final long BYTES_A_KIB = 1_024;

    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    private ProcessStats() {}

    /** Processor time of a process so far, in microseconds; 0 when it is gone. */
    static double cpuMicros(long pid) throws IOException {
        return sum(pid, USER, SYSTEM);
    }

    /** Processor time of the children of a process that have ended and were waited for, in microseconds. */
    static double endedChildrenCpuMicros(long pid) throws IOException {
        return sum(pid, CHILDREN_USER, CHILDREN_SYSTEM);
    }

    /** Processor time of a process and all its children, also of those that have ended, in microseconds. */
    static double familyCpuMicros(long pid) throws IOException {
        double total = cpuMicros(pid) + endedChildrenCpuMicros(pid);
        for (ProcessHandle child :
                ProcessHandle.of(pid).stream().flatMap(ProcessHandle::children).toList()) {
            total += cpuMicros(child.pid());
        }
        return total;
    }

    /** Memory of a process that is in RAM now, in bytes. */
    static long residentBytes(long pid) throws IOException {
        return status(pid, "VmRSS:");
    }

    /** Most memory that a process ever had in RAM, in bytes. */
    static long mostResidentBytes(long pid) throws IOException {
        return status(pid, "VmHWM:");
    }

    /** Returns the bytes that the machine has read from its disks so far. */
    static double diskReadBytes() throws IOException {
        return number(Path.of("/proc/vmstat"), "pgpgin ") * BYTES_A_KIB;
    }

    private static double sum(long pid, int one, int other) throws IOException {
        Path process = Path.of("/proc/" + pid);
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The second field, the name, may hold anything; what follows its last parenthesis is numbers.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[one]) + Long.parseLong(fields[other])) * MICROS_A_TICK;
        } catch (IOException failed) {
            // A process may end between the opening of its file and the reading: Linux then says "No such process".
            if (Files.exists(process)) {
                throw failed;
            }
            return 0;
        }
    }

    private static long status(long pid, String name) throws IOException {
        return number(Path.of("/proc/" + pid + "/status"), name) * BYTES_A_KIB;
    }

    /** The number in the line of a file that begins so; 0 when there is none. */
    private static long number(Path file, String beginning) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(beginning))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        }
    }
}
