package org.orderevidence.console;

import java.util.Locale;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.wire.Problem;

/** The root path. It leads a browser to the console. Other clients get the answer of an unknown path. */
final class HomePage {
    private HomePage() {}

    static Answer answer(Exchange exchange) {
        boolean isBrowser = exchange.headers("Accept").stream()
                .anyMatch(a -> a.toLowerCase(Locale.ROOT).contains("text/html"));
        return isBrowser
                ? Visit.redirect("/console")
                : exchange.problem(Problem.NOT_FOUND, "There is nothing at this path; /openapi.json lists all paths.");
    }
}
