package org.orderevidence.console;

import org.orderevidence.http.Answer;

/** A page of the console, or the action of a form. */
@FunctionalInterface
public interface Page {
    /** Answers a visit, whose session, scope, origin and CSRF token were checked. */
    Answer answer(Visit visit);
}
