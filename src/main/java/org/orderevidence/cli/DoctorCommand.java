package org.orderevidence.cli;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.Doctor;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Param;
import picocli.CommandLine;

/** The command that looks for what is wrong with an installation. */
final class DoctorCommand {
    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d{1,9})([kKmMgG])");

    /** What the launcher gives to the service. */
    private static final String USUAL = "-Xmx256m";

    private DoctorCommand() {}

    static CommandLine of() {
        return CliCommand.named(
                        "doctor",
                        "Check disk, clock, secret, heap, store, keys, backup, integrations and retention. Print what is"
                                + " wrong, and what to do.",
                        "The service may run at the same time. Run it where the service runs, with the same settings and"
                                + " EVIDENCE_JAVA_OPTS. The exit code is 0 only if nothing is wrong.")
                .examples("doctor", "doctor --data /var/lib/evidence --json")
                .onInstallation()
                .takes(Param.flag("--json", "print the findings as JSON"))
                .does(DoctorCommand::examine);
    }

    private static void examine(Call call) {
        String options = System.getenv("EVIDENCE_JAVA_OPTS");
        List<Doctor.Finding> findings =
                Doctor.examine(call.config(), Doctor.Surroundings.of(heap(options == null ? USUAL : options)));
        call.print(
                Map.of("checks", findings),
                () -> findings.forEach(each -> {
                    call.print((each.isFault() ? "FAULT " : "ok    ") + each.name() + ": " + each.found());
                    if (each.cure() != null) {
                        call.print("      " + each.cure());
                    }
                }));
        call.exit(findings.stream().anyMatch(Doctor.Finding::isFault) ? ExitCode.FAILED : ExitCode.OK);
    }

    /** Returns the largest heap that options of a JVM set, in bytes; that of this JVM if they set none. */
    static long heap(String options) {
        Matcher set = HEAP.matcher(options);
        long heap = Runtime.getRuntime().maxMemory();
        while (set.find()) {
            int shift = switch (set.group(2)) {
                case "k", "K" -> 10;
                case "m", "M" -> 20;
                default -> 30;
            };
            heap = Long.parseLong(set.group(1)) << shift;
        }
        return heap;
    }
}
