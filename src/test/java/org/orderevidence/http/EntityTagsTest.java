package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.EntityTags.VersionTag;

class EntityTagsTest {
    @Test
    void aHeaderThatIsNotSentIsNoList() {
        assertEquals(new EntityTags.NotSent(), EntityTags.parse(List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", " * "})
    void aStarIsAny(String value) {
        assertEquals(new EntityTags.Any(), EntityTags.parse(List.of(value)));
    }

    @Test
    void aListHasStrongAndWeakTagsAndEmptyElements() {
        var a = new EntityTags.Tag(false, "a,b");
        var b = new EntityTags.Tag(true, "");
        var c = new EntityTags.Tag(false, "c");

        assertEquals(new EntityTags.Listed(List.of(a)), EntityTags.parse(List.of("\"a,b\"")));
        assertEquals(
                new EntityTags.Listed(List.of(a, b, c)), EntityTags.parse(List.of(",\"a,b\" ,, W/\"\",", " \"c\" ")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "7",
                "\"7",
                "7\"",
                "\"7\" \"8\"",
                "w/\"7\"",
                "W/ \"7\"",
                "\"7 8\"",
                "*, \"7\"",
                "\"7\", *"
            })
    void nonsenseIsMalformed(String value) {
        assertEquals(new EntityTags.Malformed(), EntityTags.parse(List.of(value)));
    }

    @ParameterizedTest
    @CsvSource({
        "7, true",
        "7-0123456789abcdef, true",
        "7-, true",
        "77, false",
        "7x, false",
        "07, false",
        "8-7, false",
        "'', false",
        "-7, false",
    })
    void aTagNamesTheVersionBeforeItsHash(String opaque, boolean names) {
        assertEquals(names, VersionTag.names(new EntityTags.Tag(false, opaque), 7));
        assertEquals(names, VersionTag.names(new EntityTags.Tag(true, opaque), 7));
    }
}
