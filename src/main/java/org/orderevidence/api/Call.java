package org.orderevidence.api;

import java.util.List;

/**
 * One operation of the interface.
 *
 * @param id the operation ID, unique
 * @param method in capital letters
 * @param path with names in braces
 * @param summary in one line
 * @param description what it does
 * @param needsKey true if a request needs an API key
 * @param parameters of the path, the query and the header
 * @param body what a request sends; its bodies are empty if it sends nothing
 * @param answers that report success
 * @param failures that can be answered, sorted by status
 */
public record Call(
        String id,
        String method,
        String path,
        String summary,
        Prose description,
        boolean needsKey,
        List<Parameters> parameters,
        Request body,
        List<Reply> answers,
        List<FailureName> failures) {
    public Call {
        parameters = List.copyOf(parameters);
        answers = List.copyOf(answers);
        failures = List.copyOf(failures);
    }

    /** Returns the summary as plain text. */
    public String title() {
        return summary.replace("`", "");
    }

    /** Where a parameter is sent. */
    public enum Place {
        /** In the path. */
        PATH("path", "Path"),
        /** In the query. */
        QUERY("query", "Query"),
        /** In the header. */
        HEADER("header", "Headers");

        private final String openApiName;
        private final String title;

        Place(String openApiName, String title) {
            this.openApiName = openApiName;
            this.title = title;
        }

        /** Returns the name in OpenAPI. */
        public String openApiName() {
            return openApiName;
        }

        /** Returns the title of its table. */
        public String title() {
            return title;
        }
    }

    /**
     * The parameters of one place.
     *
     * @param place where they are sent
     * @param fields at least one
     */
    public record Parameters(Place place, List<Field> fields) {
        public Parameters {
            fields = List.copyOf(fields);
        }
    }

    /**
     * The body of a request.
     *
     * @param description what it is
     * @param isRequired true if it must be sent
     * @param bodies one for each media type
     */
    public record Request(Prose description, boolean isRequired, List<Body> bodies) {
        public Request {
            bodies = List.copyOf(bodies);
        }
    }

    /**
     * An answer.
     *
     * @param status such as {@code 200}
     * @param description what it means
     * @param headers other than the one that every answer has
     * @param bodies one for each media type
     */
    public record Reply(String status, Prose description, List<Field> headers, List<Body> bodies) {
        public Reply {
            headers = List.copyOf(headers);
            bodies = List.copyOf(bodies);
        }
    }

    /**
     * A failure of an operation.
     *
     * @param status such as {@code 404}
     * @param name the name of its description
     */
    public record FailureName(String status, String name) {}
}
