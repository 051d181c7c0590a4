package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.EntityTags.Form;
import org.orderevidence.http.EntityTags.VersionTag;

class EntityTagsTest {
    @Test
    void aHeaderThatIsNotSentIsNoList() {
        assertEquals(new EntityTags(Form.NOT_SENT, List.of()), EntityTags.parse(List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", " * "})
    void aStarIsAny(String value) {
        assertEquals(new EntityTags(Form.ANY, List.of()), EntityTags.parse(List.of(value)));
    }

    @Test
    void aListHasStrongAndWeakTagsAndEmptyElements() {
        assertEquals(new EntityTags(Form.LISTED, List.of("a,b")), EntityTags.parse(List.of("\"a,b\"")));
        assertEquals(
                new EntityTags(Form.LISTED, List.of("a,b", "", "c")),
                EntityTags.parse(List.of(",\"a,b\" ,, W/\"\",", " \"c\" ")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "7",
                "\"7",
                "\"7\" \"8\"",
                "w/\"7\"",
                "W/ \"7\"",
                "*, \"7\"",
            })
    void nonsenseIsMalformed(String value) {
        assertEquals(new EntityTags(Form.MALFORMED, List.of()), EntityTags.parse(List.of(value)));
    }

    @ParameterizedTest
    @CsvSource({
        "7, true",
        "7-0123456789abcdef, true",
        "7-, true",
        "77, false",
        "7x, false",
        "8-7, false",
        "'', false",
    })
    void aTagNamesTheVersionBeforeItsHash(String opaque, boolean names) {
        assertEquals(names, VersionTag.names(opaque, 7));
    }
}
