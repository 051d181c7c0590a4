package org.orderevidence.upload;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Parses a record as strictly as the service does. */
final class StrictJson {
    /** More than the service allows by default, so that the service decides what is too deep. */
    private static final int MAX_DEPTH = 1_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(RecordReader.MAX_RECORD_BYTES)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private StrictJson() {}

    /** Returns a parser. It throws {@link JacksonException} where the text is not JSON. */
    static JsonParser parser(byte[] utf8) {
        return MAPPER.createParser(utf8);
    }
}
