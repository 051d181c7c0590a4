package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Compares the compiled classes with the list "Who may use whom" of ARCHITECTURE.md, and the files with those that the
 * tables and lists of CONTRIBUTING.md name. Limits the length of files and the number of files in a folder.
 */
class ArchitectureTest {
    private static final String ROOT = "org.orderevidence";
    private static final String ROOT_FOLDER = "/org/orderevidence/";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages(ROOT);

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** A class in a table of CONTRIBUTING.md: with its folder, or alone with two capital letters or more. */
    private static final Pattern CLASS = Pattern.compile("(?:[a-z]+/)+[A-Z]\\w+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+");

    private static final Pattern FOLDER = Pattern.compile("(?:[a-z]+/){2,}");

    /** An entry of the list. It ends at the next entry or at an empty line. */
    private static final Pattern ENTRY = Pattern.compile(
            "^- `(?<package>[^`]+)`:(?<ours>[^;]*?)(?:;\\s+libraries(?<libraries>.*?))?(?=\\n- |\\n\\n)",
            Pattern.MULTILINE | Pattern.DOTALL);

    private static final Map<String, Row> TABLE = table();

    /** One entry: what a package may use of ours, and of others. */
    private record Row(Set<String> ours, Set<String> libraries) {}

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "com.sun.net.httpserver");

    /** Packages whose code is pure, with their subpackages: the same arguments give the same result. */
    private static final Set<String> PURE = Set.of("order", "evidence", "receipt", "sealing", "integration");

    /** Uses libraries that read and write. */
    private static final String NOT_PURE = "receipt.render";

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

    private static final int MOST_LINES = 700;
    private static final int MOST_FILES = 60;

    @Test
    void noFileIsTooLong() throws IOException {
        Set<String> tooLong = new TreeSet<>();
        for (Path file : javaFiles()) {
            int lines = Files.readAllLines(file).size();
            if (lines > MOST_LINES) {
                tooLong.add(file + " has " + lines + " lines");
            }
        }

        assertEquals(Set.of(), tooLong, () -> "a Java file has at most " + MOST_LINES + " lines: split it by idea");
    }

    @Test
    void noFolderHasTooManyFiles() throws IOException {
        Map<Path, Integer> files = new TreeMap<>();
        javaFiles().forEach(file -> files.merge(file.resolveSibling(""), 1, Integer::sum));
        files.values().removeIf(count -> count <= MOST_FILES);

        assertEquals(
                Map.of(),
                files,
                () -> "a folder has at most " + MOST_FILES + " Java files: move those of one idea to a subpackage");
    }

    @Test
    void everyClassAndFolderOfTheTablesOfContributingExists() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (Path file : javaFiles()) {
            String path = file.toString().replace(File.separatorChar, '/').replace(".java", "");
            classes.add(path.substring(path.lastIndexOf('/') + 1));
            classes.add(path.substring(path.indexOf(ROOT_FOLDER) + ROOT_FOLDER.length()));
        }

        Set<String> missing = new TreeSet<>();
        Files.readAllLines(Path.of("CONTRIBUTING.md")).stream()
                .filter(line -> line.startsWith("|") || line.startsWith("- **") || line.startsWith("  "))
                .flatMap(line -> names(line).stream())
                .filter(name -> CLASS.matcher(name).matches()
                        ? !classes.contains(name)
                        : FOLDER.matcher(name).matches() && !isFolder(name))
                .forEach(missing::add);

        assertEquals(Set.of(), missing);
    }

    private static boolean isFolder(String name) {
        return Stream.of("", "src/main/java" + ROOT_FOLDER, "src/main/resources" + ROOT_FOLDER)
                .anyMatch(parent -> Files.isDirectory(Path.of(parent + name)));
    }

    @Test
    void everyPackageIsInTheTable() {
        Set<String> found = CLASSES.stream().map(ArchitectureTest::room).collect(Collectors.toCollection(TreeSet::new));

        Set<String> unlisted = new TreeSet<>(found);
        unlisted.removeAll(TABLE.keySet());

        assertEquals(Set.of(), unlisted);
        assertFalse(found.isEmpty());
    }

    @Test
    void everyPackageUsesOnlyWhatTheTableAllows() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass user : CLASSES) {
            for (JavaClass used : usedBy(user)) {
                if (!isAllowed(room(user), used)) {
                    violations.add(user.getName() + " uses " + used.getName());
                }
            }
        }

        assertEquals(Set.of(), violations);
    }

    @Test
    void everyEntryOfTheTableIsUsed() {
        Map<String, Set<String>> used = new HashMap<>();
        for (JavaClass user : CLASSES) {
            usedBy(user)
                    .forEach(type -> used.computeIfAbsent(room(user), room -> new TreeSet<>())
                            .add(type.getName().startsWith(ROOT + ".") ? room(type) : type.getName()));
        }

        Set<String> unused = new TreeSet<>();
        TABLE.forEach((room, row) -> {
            Set<String> names = used.getOrDefault(room, Set.of());
            row.ours.stream()
                    .filter(ours -> !names.contains(ours))
                    .forEach(ours -> unused.add(room + " uses no class of " + ours));
            row.libraries.stream()
                    .filter(library -> names.stream().noneMatch(name -> name.startsWith(library + ".")))
                    .forEach(library -> unused.add(room + " uses no class of " + library));
        });

        assertEquals(Set.of(), unused, "remove these from the list in ARCHITECTURE.md");
    }

    @Test
    void pureRoomsHaveNoClockNoRandomnessAndNoInputOrOutput() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass user : CLASSES) {
            if (isPure(room(user))) {
                for (JavaClass used : usedBy(user)) {
                    if (IMPURE.stream().anyMatch(used.getName()::startsWith) && !readsOnlyText(user, used)) {
                        violations.add(user.getName() + " uses " + used.getName());
                    }
                }
            }
        }

        assertEquals(Set.of(), violations);
    }

    private static boolean isPure(String room) {
        return !room.equals(NOT_PURE) && PURE.contains(room.split("\\.", 2)[0]);
    }

    /** All Java files of the service, its tests and its benchmark, without what a build makes. */
    private static List<Path> javaFiles() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String root : List.of("src", "bench")) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.toString().contains(File.separator + "target" + File.separator))
                        .forEach(found::add);
            }
        }
        assertFalse(found.isEmpty());
        return found;
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

    private static boolean isAllowed(String room, JavaClass used) {
        String name = used.getName();
        if (name.startsWith(ROOT + ".")) {
            return room(used).equals(room) || row(room).ours.contains(room(used));
        }
        return name.startsWith("org.jspecify.")
                || JDK.stream().anyMatch(name::startsWith)
                || row(room).libraries.stream().anyMatch(name::startsWith);
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "root" : name.substring(ROOT.length() + 1);
    }

    private static Row row(String room) {
        return TABLE.getOrDefault(room, new Row(Set.of(), Set.of()));
    }

    /** Reads the list of the section "Who may use whom": a package, those that it may use, and libraries. */
    private static Map<String, Row> table() {
        Map<String, Row> rows = new HashMap<>();
        try {
            String page = Files.readString(Path.of("ARCHITECTURE.md"));
            String section =
                    page.substring(page.indexOf("## Who may use whom"), page.indexOf("## The life of a fetch"));
            for (MatchResult entry : ENTRY.matcher(section).results().toList()) {
                rows.put(
                        entry.group("package"),
                        new Row(Set.copyOf(names(entry.group("ours"))), Set.copyOf(names(entry.group("libraries")))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static List<String> names(@Nullable String words) {
        return words == null
                ? List.of()
                : NAME.matcher(words).results().map(m -> m.group(1)).toList();
    }
}
