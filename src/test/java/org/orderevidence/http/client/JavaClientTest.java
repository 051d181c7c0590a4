package org.orderevidence.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedSqlite;

/** A Java client is generated, compiled and makes every call. The calls are in {@code src/test/java-client}. */
@Tag("slow")
class JavaClientTest {
    private static final Path GENERATOR = Path.of("target/java-client/generator");
    private static final Path LIBRARIES = Path.of("target/java-client/lib");
    private static final Path CALLS = Path.of("src/test/java-client");

    @TempDir
    Path folder;

    @Test
    void makesEveryCall() throws Exception {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Path description = Files.write(
                    folder.resolve("openapi.json"),
                    service.served().send("GET", "/openapi.json").is(200).body().toArray());
            generate(
                    folder,
                    description,
                    "java",
                    "invokerPackage=client,apiPackage=client.api,modelPackage=client.model,useJakartaEe=true",
                    "--library",
                    "native");
            Path classes = compile();
            String key = service.newShop().key().text();

            try (URLClassLoader client = new URLClassLoader(classPath(classes), ClassLoader.getPlatformClassLoader())) {
                client.loadClass("EveryCall")
                        .getMethod("run", String.class, String.class)
                        .invoke(null, service.url(), key);
            }
        }
    }

    /** Generates the folder {@code client} with the client of a language. */
    static void generate(Path folder, Path description, String language, String properties, String... more)
            throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jars(GENERATOR).getFirst().toString(),
                "generate",
                "--input-spec",
                description.toString(),
                "--generator-name",
                language,
                "--output",
                folder.resolve("client").toString(),
                "--global-property",
                "modelDocs=false,apiDocs=false,modelTests=false,apiTests=false",
                "--additional-properties",
                properties));
        command.addAll(List.of(more));
        Program.run(folder, command);
    }

    private Path compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path classes = Files.createDirectory(folder.resolve("classes"));
        StringWriter output = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> generated = Files.walk(folder.resolve("client/src/main/java"));
                Stream<Path> calls = Files.list(CALLS)) {
            files.setLocationFromPaths(javax.tools.StandardLocation.CLASS_PATH, jars(LIBRARIES));
            files.setLocationFromPaths(javax.tools.StandardLocation.CLASS_OUTPUT, List.of(classes));
            List<Path> sources = Stream.concat(generated, calls)
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
            boolean compiled = compiler.getTask(
                            output,
                            files,
                            null,
                            List.of("-proc:none", "-nowarn"),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertEquals(true, compiled, output::toString);
        }
        return classes;
    }

    private static URL[] classPath(Path classes) throws IOException {
        List<Path> all = new ArrayList<>(jars(LIBRARIES));
        all.add(classes);
        URL[] urls = new URL[all.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = all.get(i).toUri().toURL();
        }
        return urls;
    }

    private static List<Path> jars(Path from) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .map(Path::toAbsolutePath)
                    .toList();
        }
    }
}
