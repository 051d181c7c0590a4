package org.orderevidence.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.json.JsonBody.MalformedJson;

/** A message about malformed JSON names the place and what is expected there, and repeats nothing. */
class JsonFaultTest {
    /** What is not JSON, and the column and words of its first fault. */
    static Stream<Arguments> notJson() {
        return Stream.of(
                Arguments.of("{", "2: the text ends here, but it needs a name in double quotes"),
                Arguments.of("{\"a\"", "5: the text ends here, but it needs a colon and a value"),
                Arguments.of("{\"a\":1", "7: the text ends here, but it needs a closing }"),
                Arguments.of("[1", "3: the text ends here, but it needs a closing ]"),
                Arguments.of(
                        "[",
                        "2: the text ends here, but it needs a value, such as a string in double quotes, a number, true, false or null"),
                Arguments.of("[1,]", "4: expected a value after the comma; remove the comma"),
                Arguments.of("[,1]", "2: expected a value before the comma"),
                Arguments.of("{\"a\":1,}", "8: expected a name in double quotes after the comma; remove the comma"),
                Arguments.of(
                        "{\"a\":19,99}",
                        "9: expected a name in double quotes after the comma; a number must not contain a comma"),
                Arguments.of("{a:1}", "2: expected a name in double quotes"),
                Arguments.of("{'a':1}", "2: strings and names need double quotes, not single quotes"),
                Arguments.of("{\u201ca\u201d:1}", "2: strings and names need straight double quotes"),
                Arguments.of(
                        "{\"ü\": x}",
                        "7: expected a value, such as a string in double quotes, a number, true, false or null"),
                Arguments.of("{\"a\"=1}", "5: expected a colon after the name"),
                Arguments.of("{\"a\"}", "5: expected a colon after the name"),
                Arguments.of("{\"a\":1 \"b\":2}", "8: expected a comma or }"),
                Arguments.of("[1 2]", "4: expected a comma or ]"),
                Arguments.of("[01]", "2: a number must not start with 0; send it in quotes if it is an ID or a code"),
                Arguments.of("[0x10]", "3: expected a comma or ]"),
                Arguments.of("[+1]", "2: a number must not start with +"),
                Arguments.of("[.5]", "2: a number needs a digit before the point"),
                Arguments.of("[1.]", "4: the point of a number must be followed by a digit"),
                Arguments.of("[1e]", "4: the exponent of a number needs a digit"),
                Arguments.of("[-x]", "3: a minus must be followed by a digit"),
                Arguments.of("[NaN]", "2: NaN, Infinity, None and undefined are not JSON; send a number or null"),
                Arguments.of("[undefined]", "2: NaN, Infinity, None and undefined are not JSON; send a number or null"),
                Arguments.of("[-Infinity]", "3: a minus must be followed by a digit"),
                Arguments.of("[True]", "2: true and false are written in lower case"),
                Arguments.of(
                        "[tru]",
                        "2: expected a value, such as a string in double quotes, a number, true, false or null"),
                Arguments.of("// c\n[]", "1: JSON has no comments; remove this one"),
                Arguments.of("[] # c", "4: JSON has no comments; remove this one"),
                Arguments.of(
                        "[\"a\nb\"]",
                        "4: a line break in a string must be written as \\n; or a double quote is missing before it"),
                Arguments.of("[\"a\tb\"]", "4: a tab in a string must be written as \\t"),
                Arguments.of("[\"\\x\"]", "4: unknown escape after a backslash; write a backslash as \\\\"),
                Arguments.of("[\"\\u00g0\"]", "4: expected four hexadecimal digits after \\u"),
                Arguments.of("[\"open", "2: this string has no double quote at its end"),
                Arguments.of(
                        "]", "1: expected a value, such as a string in double quotes, a number, true, false or null"),
                Arguments.of("{} secret", "4: expected nothing after the value"),
                Arguments.of(
                        "secret-text",
                        "1: expected a value, such as a string in double quotes, a number, true, false or null"));
    }

    @ParameterizedTest
    @MethodSource("notJson")
    void refusesWhatIsNotJsonAndNamesThePlaceAndWhatIsExpected(String text, String fault) {
        assertEquals(
                "not valid JSON at line 1, column " + fault,
                assertThrows(MalformedJson.class, () -> JsonBody.parse(text.getBytes(StandardCharsets.UTF_8), 32, null))
                        .detail());
    }
}
