package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.wire.Problem;

/** The type of every problem is the path of a page that explains it. */
class ProblemPageTest extends OnSqlite {
    @ParameterizedTest
    @EnumSource
    void saysWhatHappenedAndWhatToDo(Problem problem) {
        Reply page = api().send("GET", problem.type()).is(200);

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
        String page = api().send("GET", "/problems/too-large").text();

        for (Problem problem : new Problem[] {Problem.TOO_LARGE, Problem.TARGET_TOO_LARGE, Problem.HEAD_TOO_LARGE}) {
            assertTrue(page.contains("(status " + problem.status() + ")"), page);
        }
    }

    @Test
    void mayLoadNothingAndRunNothing() {
        Reply page = api().send("GET", "/problems/internal");

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
            api().send("GET", path).isProblem(Problem.NOT_FOUND);
        }
        api().send("GET", "/problems/not-found?x=1").isProblem(Problem.INVALID_PARAMETER);
    }
}
