package org.orderevidence.http.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Answers with the description of this interface: kept as YAML, for people; served as JSON, for programs. */
final class OpenApiOperation implements Operation {
    private static final String RESOURCE = "openapi.yaml";

    /** Made when it is asked for first: a start does not wait for it. */
    private static final class AsJson {
        private static final byte[] BYTES = JsonMapper.shared().writeValueAsBytes(tree());

        private AsJson() {}
    }

    @Override
    public Answer answer(Exchange exchange) {
        exchange.body().append(AsJson.BYTES);
        return Answer.json(200);
    }

    private static JsonNode tree() {
        try (InputStream yaml = OpenApiOperation.class.getResourceAsStream(RESOURCE)) {
            if (yaml == null) {
                throw new IllegalStateException("the description of the interface is not packed");
            }
            return YAMLMapper.shared().readTree(yaml);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
