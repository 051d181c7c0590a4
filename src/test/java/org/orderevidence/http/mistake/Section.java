package org.orderevidence.http.mistake;

import java.util.List;

/** The mistakes with one field or one part of a request. */
record Section(String title, List<Mistake> cases) {
    Section(String title, Mistake... cases) {
        this(title, List.of(cases));
    }
}
