package org.orderevidence.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.limits.MemoryBudget;
import tools.jackson.databind.json.JsonMapper;

class JsonWriterTest {
    private static final long SEED = 20_261_120L;
    private static final JsonMapper JACKSON = new JsonMapper();

    @Test
    void membersAndElementsAreParted() {
        String json = written(to -> {
            to.writeStartObject();
            to.writeArrayPropertyStart("none");
            to.writeEndArray();
            to.writeArrayPropertyStart("some");
            to.writeString("a");
            to.writeNumber(-1);
            to.writeStartObject();
            to.writeEndObject();
            to.writeEndArray();
            to.writeObjectPropertyStart("object");
            to.writeBooleanProperty("yes", true);
            to.writeBooleanProperty("no", false);
            to.writeNullProperty("nothing");
            to.writeEndObject();
            to.writeStringProperty("name", "value");
            to.writeNumberProperty("number", 0);
            to.writeEndObject();
        });

        assertEquals(
                "{\"none\":[],\"some\":[\"a\",-1,{}],\"object\":{\"yes\":true,\"no\":false,\"nothing\":null},"
                        + "\"name\":\"value\",\"number\":0}",
                json);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, -10, 1_000_000_000_000L, Long.MAX_VALUE, -Long.MAX_VALUE, Long.MIN_VALUE})
    void numbersAreWrittenInFull(long number) {
        assertEquals(Long.toString(number), written(to -> to.writeNumber(number)));
    }

    @Test
    void everyCharacterIsWrittenAsALibraryWritesIt() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                String text = "a" + Character.toString(c) + "b";
                assertEquals(JACKSON.writeValueAsString(text), written(to -> to.writeString(text)));
            }
        }
    }

    @Test
    void longTextsOfAllKindsAreReadBackAsTheyWere() {
        Random random = new Random(SEED);
        for (int i = 0; i < 200; i++) {
            String text = random.ints(random.nextInt(5_000), 0, i % 2 == 0 ? 0x80 : 0xd800)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            String json = written(to -> to.writeString(text));
            assertEquals(text, JACKSON.readValue(json, String.class), "seed " + SEED);
        }
    }

    @Test
    void halfOfASurrogatePairIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> written(to -> to.writeString("a\ud83d")));
        assertThrows(IllegalArgumentException.class, () -> written(to -> to.writeString("\ude00b")));
    }

    @Test
    void whatIsLeftOpenIsTold() {
        assertThrows(IllegalStateException.class, () -> written(JsonWriter::writeStartObject));
    }

    private static String written(Consumer<JsonWriter> content) {
        JsonBuffer buffer = new JsonBuffer(new MemoryBudget(1 << 20, 0, 1 << 20).open());
        try (JsonWriter json = buffer.writer()) {
            content.accept(json);
        }
        return StandardCharsets.UTF_8.decode(buffer.body()).toString();
    }
}
