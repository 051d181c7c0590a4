package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who may use whom: the rooms stand in one row, and each uses only those before it. Also what the domain must not use,
 * where each library is used, and how large the code may be.
 */
class ArchitectureTest {
    private static final String ROOT = "org.orderevidence";

    /** All packages. Each may use those before it. */
    private static final List<String> ROOMS = List.of(
            "process",
            "order",
            "order.part",
            "sealing",
            "evidence",
            "evidence.coverage",
            "receipt",
            "receipt.render",
            "http.limits",
            "json",
            "upload",
            "integration",
            "integration.stripe",
            "integration.shopify",
            "integration.adyen",
            "store.document",
            "store",
            "store.sql",
            "store.cassandra",
            "account",
            "service",
            "webhook",
            "notification",
            "erasure",
            "installation",
            "transfer",
            "wire",
            "http",
            "api",
            "console",
            "",
            "cli.terminal",
            "cli.order",
            "cli.upload",
            "cli");

    /** Rooms that only these others may use. */
    private static final Map<String, Set<String>> PRIVATE = Map.of(
            "store.sql", Set.of("installation"),
            "store.cassandra", Set.of("installation"),
            "integration.stripe", Set.of("webhook"),
            "integration.shopify", Set.of("webhook"),
            "integration.adyen", Set.of("webhook"));

    /** Which rooms use a library. All may use the JDK and the JSpecify annotations. */
    private static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry("tools.jackson.", Set.of()), // everywhere except in the rooms that are pure and have no JSON
            Map.entry("org.slf4j.", Set.of("installation", "transfer", "http", "", "cli")),
            Map.entry("ch.qos.logback.", Set.of("installation")),
            Map.entry("org.sqlite.", Set.of("store.sql")),
            Map.entry("com.datastax.oss.", Set.of("store.cassandra")),
            Map.entry("com.github.benmanes.caffeine.", Set.of("account")),
            Map.entry("com.nimbusds.", Set.of("account")),
            Map.entry("io.micrometer.", Set.of("")),
            Map.entry("de.siegmar.", Set.of("upload")),
            Map.entry("org.eclipse.jetty.", Set.of("http")),
            Map.entry("gg.jte.", Set.of("receipt.render", "console")),
            Map.entry("com.openhtmltopdf.", Set.of("receipt.render")),
            Map.entry("org.apache.", Set.of("receipt.render")),
            Map.entry("org.w3c.", Set.of("receipt.render")),
            Map.entry("org.xml.", Set.of("receipt.render")),
            Map.entry("picocli.", Set.of("cli")));

    /** The domain uses the JDK alone. Integrations read JSON. */
    private static final Set<String> DOMAIN =
            Set.of("sealing", "order", "order.part", "evidence", "evidence.coverage", "receipt");

    /** Pure code: the same arguments give the same result. */
    private static final Set<String> PURE = Stream.concat(
                    DOMAIN.stream(),
                    Stream.of("integration", "integration.stripe", "integration.shopify", "integration.adyen"))
            .collect(Collectors.toSet());

    private static final List<String> IMPURE = List.of(
            "java.io.",
            "java.nio.file.",
            "java.net.http.",
            "java.net.Socket",
            "java.net.InetAddress",
            "java.sql.",
            "java.time.Clock",
            "java.util.Random",
            "java.security.SecureRandom",
            "java.lang.Thread");

    /** The budget. Lower a number when a change makes it possible; raise it only for what users asked for. */
    private static final int MAIN_LINES = 86_793;

    private static final int MAIN_FILES = 446;
    private static final int TEST_LINES = 64_280;
    private static final int FILE_LINES = 700;
    private static final int FOLDER_FILES = 60;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages(ROOT);

    private static final Pattern CLASS_NAME = Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)`");
    private static final Pattern ROOM_NAME = Pattern.compile("(?:^- |\\G, )`([a-z.]+)`", Pattern.MULTILINE);

    @Test
    void theCodeStaysWithinItsBudget() {
        List<Path> main = javaFiles("src/main");
        List<Path> tests = javaFiles("src/test");
        long mainLines = lines(main);
        long testLines = lines(tests);
        System.out.println("Main code: " + mainLines + " lines, " + main.size() + " files, " + ROOMS.size()
                + " packages. Tests: " + testLines + " lines, " + tests.size() + " files.");

        Set<String> over = new TreeSet<>();
        exceeds(over, "lines of main code", mainLines, MAIN_LINES);
        exceeds(over, "files of main code", main.size(), MAIN_FILES);
        exceeds(over, "lines of tests", testLines, TEST_LINES);
        Map<Path, Integer> folders = new TreeMap<>();
        for (Path file : javaFiles("src", "bench")) {
            folders.merge(file.resolveSibling(""), 1, Integer::sum);
            exceeds(over, "lines in " + file, lines(List.of(file)), FILE_LINES);
        }
        folders.forEach((folder, files) -> exceeds(over, "files in " + folder, files, FOLDER_FILES));

        assertEquals(Set.of(), over);
    }

    private static void exceeds(Set<String> over, String what, long is, long most) {
        if (is > most) {
            over.add(is + " " + what + ", not " + most);
        }
    }

    @Test
    void everyPackageIsARoom() {
        Set<String> found = new TreeSet<>();
        CLASSES.forEach(type -> found.add(room(type)));

        assertEquals(new TreeSet<>(ROOMS), found);
    }

    @Test
    void eachRoomUsesOnlyRoomsBeforeIt() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass user : CLASSES) {
            for (JavaClass used : usedBy(user)) {
                if (used.getName().startsWith(ROOT + ".") && !isAllowed(room(user), room(used))) {
                    violations.add(user.getName() + " uses " + used.getName());
                }
            }
        }

        assertEquals(Set.of(), violations);
    }

    private static boolean isAllowed(String user, String used) {
        boolean isBefore = ROOMS.indexOf(used) < ROOMS.indexOf(user);
        return user.equals(used)
                || (isBefore && PRIVATE.getOrDefault(used, Set.of(user)).contains(user));
    }

    @Test
    void eachLibraryHasItsRooms() {
        Set<String> violations = new TreeSet<>();
        Set<String> unused = new TreeSet<>(LIBRARIES.keySet());
        for (JavaClass user : CLASSES) {
            for (JavaClass used : usedBy(user)) {
                String name = used.getName();
                if (Stream.of(ROOT + ".", "java.", "javax.", "jdk.", "com.sun.net.httpserver", "org.jspecify.")
                        .noneMatch(name::startsWith)) {
                    String library = LIBRARIES.keySet().stream()
                            .filter(name::startsWith)
                            .findFirst()
                            .orElse(name);
                    unused.remove(library);
                    Set<String> rooms = LIBRARIES.getOrDefault(library, Set.of("none"));
                    if (rooms.isEmpty() ? DOMAIN.contains(room(user)) : !rooms.contains(room(user))) {
                        violations.add(user.getName() + " uses " + name);
                    }
                }
            }
        }

        assertEquals(Set.of(), violations);
        assertEquals(Set.of(), unused);
    }

    @Test
    void pureRoomsHaveNoClockNoRandomnessAndNoInputOrOutput() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass user : CLASSES) {
            if (PURE.contains(room(user))) {
                for (JavaClass used : usedBy(user)) {
                    if (IMPURE.stream().anyMatch(used.getName()::startsWith) && !readsOnlyText(user, used)) {
                        violations.add(user.getName() + " uses " + used.getName());
                    }
                }
            }
        }

        assertEquals(Set.of(), violations);
    }

    @Test
    void theDocumentsNameOnlyClassesThatExistAndEveryRoom() throws IOException {
        Set<String> classes = new TreeSet<>();
        javaFiles("src", "bench")
                .forEach(file -> classes.add(file.getFileName().toString().replace(".java", "")));
        String architecture = Files.readString(Path.of("ARCHITECTURE.md"));
        String contributing = Files.readString(Path.of("CONTRIBUTING.md"));

        Set<String> missing = new TreeSet<>();
        CLASS_NAME
                .matcher(architecture + contributing)
                .results()
                .map(match -> match.group(1))
                .filter(name -> !classes.contains(name))
                .forEach(missing::add);
        assertEquals(Set.of(), missing);

        Set<String> listed = new TreeSet<>(Set.of(""));
        ROOM_NAME.matcher(architecture).results().forEach(match -> listed.add(match.group(1)));
        assertEquals(new TreeSet<>(ROOMS), listed);
    }

    /** {@code InetAddress.ofLiteral} reads the text of an address without asking a name service. */
    private static boolean readsOnlyText(JavaClass user, JavaClass used) {
        return user.getSimpleName().equals("IpAddress")
                && used.getName().equals("java.net.InetAddress")
                && user.getMethodCallsFromSelf().stream()
                        .filter(call -> call.getTargetOwner().equals(used))
                        .allMatch(call -> Set.of("ofLiteral", "getAddress").contains(call.getName()));
    }

    private static Set<JavaClass> usedBy(JavaClass user) {
        return user.getDirectDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(used -> !used.isPrimitive())
                .collect(Collectors.toSet());
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
    }

    /** All Java files below these folders, without what a build makes. */
    private static List<Path> javaFiles(String... folders) {
        List<Path> found = Stream.of(folders)
                .flatMap(folder -> walk(Path.of(folder)).stream())
                .filter(file ->
                        file.toString().endsWith(".java") && !file.toString().contains("/target/"))
                .toList();
        assertFalse(found.isEmpty());
        return found;
    }

    private static List<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long lines(List<Path> files) {
        long lines = 0;
        for (Path file : files) {
            try (Stream<String> all = Files.lines(file)) {
                lines += all.count();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return lines;
    }
}
