package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the compiled classes to the table "Who may use whom" of ARCHITECTURE.md. */
class ArchitectureTest {
    private static final String ROOT = "org.orderevidence";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    /** What each package may use of ours; the root package holds App and Config. */
    private static final Map<String, Set<String>> OURS = Map.of(
            "order", Set.of(),
            "evidence", Set.of("order"),
            "store", Set.of("order"),
            "store.sql", Set.of("store", "order"),
            "account", Set.of("store", "order"),
            "service", Set.of("order", "evidence", "store", "account"),
            "http", Set.of("service", "account", "order", "evidence"),
            "cli", Set.of("", "account", "order"),
            "", Set.of("order", "evidence", "store", "store.sql", "account", "service", "http"));

    /** What each package may use of others, beside the JDK and JSpecify's annotations. */
    private static final Map<String, List<String>> LIBRARIES = Map.of(
            "order", List.of(),
            "evidence", List.of(),
            "store", List.of(),
            "store.sql", List.of("org.sqlite", "org.slf4j"),
            "account", List.of("com.github.benmanes.caffeine"),
            "service", List.of("com.github.benmanes.caffeine", "org.slf4j"),
            "http", List.of("io.helidon", "tools.jackson", "org.slf4j"),
            "cli", List.of("picocli", "me.tongfei.progressbar", "tools.jackson", "org.slf4j", "ch.qos.logback"),
            "", List.of("org.slf4j", "ch.qos.logback"));

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "com.sun.net.httpserver");

    /** Packages whose code is pure: the same arguments give the same result. */
    private static final Set<String> PURE = Set.of("order", "evidence");

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

    @Test
    void everyPackageIsInTheTable() {
        Set<String> found = CLASSES.stream().map(ArchitectureTest::room).collect(Collectors.toCollection(TreeSet::new));

        Set<String> unlisted = new TreeSet<>(found);
        unlisted.removeAll(OURS.keySet());

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
    void pureRoomsHaveNoClockNoRandomnessAndNoInputOrOutput() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass user : CLASSES) {
            if (PURE.contains(room(user))) {
                for (JavaClass used : usedBy(user)) {
                    if (IMPURE.stream().anyMatch(used.getName()::startsWith)) {
                        violations.add(user.getName() + " uses " + used.getName());
                    }
                }
            }
        }

        assertEquals(Set.of(), violations);
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
            return room(used).equals(room) || OURS.getOrDefault(room, Set.of()).contains(room(used));
        }
        return name.startsWith("org.jspecify.")
                || JDK.stream().anyMatch(name::startsWith)
                || LIBRARIES.getOrDefault(room, List.of()).stream().anyMatch(name::startsWith);
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
    }
}
