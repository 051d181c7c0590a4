package org.orderevidence.cli.terminal;

import java.util.function.Function;
import java.util.stream.Collectors;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** The body of a request, read as the service reads it: a command without a service refuses what the service refuses. */
public final class AcceptedBody {
    private AcceptedBody() {}

    /**
     * Returns what the reader reads.
     *
     * @throws Failure with each error on a line, if the reader refuses the body
     */
    public static <T> T of(byte[] body, Function<JsonNode, Read<T>> reader) {
        return switch (reader.apply(Json.read(body))) {
            case Read.Good<T> good -> good.value();
            case Read.Bad<T> bad ->
                throw new Failure(
                        ExitCode.USAGE,
                        bad.errors().stream()
                                .map(FieldError::detail)
                                .collect(Collectors.joining(System.lineSeparator())));
        };
    }
}
