package org.orderevidence.bench.spring;

import java.util.List;

/** What became of an upload. */
record UploadAnswer(String message, int created, int updated, List<Result> results) {
    record Result(int index, String id, String outcome) {}
}
