package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedSqlite;
import org.orderevidence.wire.Problem;

/** The type of every problem is the path of a page that explains it. */
class ProblemPageTest {
    @TempDir
    static Path folder;

    @AutoClose
    private static ServedSqlite service;

    private static ServedApi served;

    @BeforeAll
    static void start() {
        service = ServedSqlite.start(folder);
        served = service.served();
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatHappenedAndWhatToDo(Problem problem) {
        Reply page = served.send("GET", problem.type()).is(200);

        assertEquals("text/html; charset=utf-8", page.header("Content-Type"));
        assertTrue(page.text().contains("<h1>" + problem.code() + "</h1>"), page::text);
        assertTrue(
                page.text().contains("<h2>" + problem.title() + " (status " + problem.status() + ")</h2>"), page::text);
        assertTrue(page.text().contains("<p>" + problem.meaning() + "</p>"), page::text);
        assertTrue(page.text().contains("<p>What to do: " + problem.remedy() + "</p>"), page::text);
    }

    @ParameterizedTest
    @EnumSource
    void hasWordsThatNeedNoEscapesInHtml(Problem problem) {
        String words = problem.title() + problem.meaning() + problem.remedy();

        assertTrue(words.chars().noneMatch(c -> "<>&\"".indexOf(c) >= 0 || c > '~'), words);
        assertFalse(problem.meaning().isBlank() || problem.remedy().isBlank());
    }

    @Test
    void explainsAllStatusesOfOneCode() {
        String page = served.send("GET", "/problems/too-large").text();

        for (Problem problem : new Problem[] {Problem.TOO_LARGE, Problem.TARGET_TOO_LARGE, Problem.HEAD_TOO_LARGE}) {
            assertTrue(page.contains("(status " + problem.status() + ")"), page);
        }
    }

    @Test
    void mayLoadNothingAndRunNothing() {
        Reply page = served.send("GET", "/problems/internal");

        assertEquals(
                "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                page.header("Content-Security-Policy"));
        assertEquals("no-referrer", page.header("Referrer-Policy"));
        assertEquals("nosniff", page.header("X-Content-Type-Options"));
        assertFalse(page.text().contains("<script"), page::text);
    }

    @Test
    void isFoundOnlyAtThePathOfItsProblem() {
        for (String path : new String[] {"/problems/", "/problems/not_found", "/problems/NOT-FOUND", "/problems/x"}) {
            served.send("GET", path).isProblem(Problem.NOT_FOUND);
        }
        served.send("GET", "/problems/not-found?x=1").isProblem(Problem.INVALID_PARAMETER);
    }
}
