package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks the documents: runs their commands and follows their links. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```(sh|json)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");
    private static final String URL = "http://127.0.0.1:8080";
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void theThreeCallsAndARejectedOrderGiveTheAnswersThatTheReadmeShows() throws Exception {
        String page = Files.readString(Path.of("README.md"));
        String section = page.substring(page.indexOf("## The three calls"), page.indexOf("## Bring your orders"));
        StringBuilder script = new StringBuilder("set -eu\n");
        List<JsonNode> shown = new ArrayList<>();
        Matcher block = BLOCK.matcher(section);
        while (block.find()) {
            if (block.group(1).equals("sh")) {
                script.append(block.group(2)).append(block.group(2).contains("curl") ? "echo\n" : "");
            } else {
                shown.add(JSON.readTree(block.group(2)));
            }
        }
        assertEquals(4, shown.size());

        List<String> answers;
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"))) {
            answers = run(script.toString().replace(URL, "http://127.0.0.1:" + service.port()));
            assertEquals(0, service.stop());
        }

        assertEquals(shown.size(), answers.size());
        for (int i = 0; i < shown.size(); i++) {
            assertShows(shown.get(i), JSON.readTree(answers.get(i)), "answer " + i);
        }
    }

    @Test
    void everyLinkInTheDocumentsLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        int followed = 0;
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                String target = link.group(1);
                if (!target.startsWith("http")) {
                    followed++;
                    if (!Files.exists(page.toAbsolutePath().resolveSibling(target))) {
                        broken.add(page + " -> " + target);
                    }
                }
            }
        }

        assertEquals(List.of(), broken);
        assertTrue(followed > 5, "only " + followed + " links were found");
    }

    /** The page may leave members out; those that it shows are as they are. A time of recording is only a number. */
    private static void assertShows(JsonNode shown, JsonNode real, String where) {
        if (shown.isObject()) {
            for (Map.Entry<String, JsonNode> member : shown.properties()) {
                assertTrue(real.has(member.getKey()), where + " has no " + member.getKey() + ": " + real);
                assertShows(member.getValue(), real.get(member.getKey()), where + "/" + member.getKey());
            }
        } else if (shown.isArray()) {
            assertEquals(shown.size(), real.size(), where);
            for (int i = 0; i < shown.size(); i++) {
                assertShows(shown.get(i), real.get(i), where + "/" + i);
            }
        } else if (where.equals("answer 1")) {
            assertTrue(real.isIntegralNumber() && real.asLong() > shown.asLong(), where + ": " + real);
        } else {
            assertEquals(shown, real, where);
        }
    }

    /** Runs it in the folder that has {@code data}; answers its output line by line. */
    private List<String> run(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String out = Waits.output(shell);
        if (Waits.exitCode(shell) != 0) {
            return fail("the README's commands failed (they need sh and curl): " + out);
        }
        return out.lines().filter(line -> !line.isBlank()).toList();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(Path.of("."));
                Stream<Path> docs = Files.walk(Path.of("docs"))) {
            return Stream.concat(root, docs)
                    .filter(p -> p.toString().endsWith(".md"))
                    .toList();
        }
    }
}
