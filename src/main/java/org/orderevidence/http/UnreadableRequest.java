package org.orderevidence.http;

import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.orderevidence.http.ApiHandler.AnswerHeaders;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.json.JsonWriter.JsonBuffer;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.wire.Problem;

/** Answers requests that Jetty cannot parse. {@link ApiHandler} answers all others. */
final class UnreadableRequest implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        String reason = "";
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable cause) {
            FatalErrors.haltOn(cause);
            reason = cause instanceof HttpException fault ? String.valueOf(fault.getReason()) : "";
            status = switch (cause) {
                case HttpException fault -> fault.getCode();
                case TimeoutException tooSlow -> HttpStatus.REQUEST_TIMEOUT_408;
                case ClosedChannelException gone -> HttpStatus.BAD_REQUEST_400;
                case EofException gone -> HttpStatus.BAD_REQUEST_400;
                default -> status;
            };
        }
        Refusal refusal = refusal(status, reason);
        response.setStatus(refusal.problem().status());
        MemoryBudget.Share share = WatchedEndPoint.conversation(request).share();
        response.write(true, refusal.write(response.getHeaders(), share), callback);
        return true;
    }

    /**
     * Returns the answer to a request that Jetty refused.
     *
     * @param reason Jetty's words; unknown ones get a general answer
     */
    private static Refusal refusal(int status, String reason) {
        return switch (status) {
            case HttpStatus.REQUEST_TIMEOUT_408 ->
                new Refusal(Problem.REQUEST_TIMEOUT, "The head of the request did not arrive in time.");
            case HttpStatus.URI_TOO_LONG_414 ->
                new Refusal(Problem.TARGET_TOO_LARGE, "The request target is too long.");
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                new Refusal(
                        Problem.HEAD_TOO_LARGE,
                        "The headers are too long, or there are more than " + Conversations.MAX_FIELDS + ".");
            case HttpStatus.EXPECTATION_FAILED_417 ->
                new Refusal(Problem.EXPECTATION_FAILED, "The only expectation that is supported is 100-continue.");
            case HttpStatus.INTERNAL_SERVER_ERROR_500 ->
                new Refusal(Problem.INTERNAL, "The request could not be processed.");
            default -> new Refusal(Problem.INVALID_PARAMETER, detail(reason));
        };
    }

    private static String detail(String reason) {
        return switch (reason) {
            case "No Host" -> "The header Host is missing; HTTP/1.1 requires one.";
            case "Duplicate Host Header" -> "The header Host is sent more than once; send it once.";
            case "Multiple Content-Lengths" -> "There is more than one Content-Length; send it once.";
            case "Invalid Content-Length Value" -> "Content-Length must be a number of bytes.";
            default -> {
                if (reason.startsWith("Illegal character CNTL=0x16")) {
                    yield "This port expects HTTP and received TLS. Use http://, or put a proxy that ends TLS before it.";
                }
                yield reason.startsWith("Illegal character SPACE")
                        ? "There is a blank where none may be. Encode each blank in the path as %20, and write no blank"
                                + " into the name of a header."
                        : "This cannot be read as an HTTP/1.1 request.";
            }
        };
    }

    /** Returns the whole answer to a request with too many headers, which is not parsed. */
    static ByteBuffer tooManyLines(MemoryBudget.Share share) {
        Refusal refusal =
                new Refusal(Problem.HEAD_TOO_LARGE, "A request has at most " + Conversations.MAX_FIELDS + " headers.");
        HttpFields.Mutable headers = HttpFields.build();
        ByteBuffer body = refusal.write(headers, share);
        byte[] head = ("HTTP/1.1 431 Request Header Fields Too Large\r\n" + headers.asString())
                .getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(head.length + body.remaining())
                .put(head)
                .put(body)
                .flip();
    }

    private record Refusal(Problem problem, String detail) {
        /** Logs the refusal, and writes its headers. Returns its body. */
        ByteBuffer write(HttpFields.Mutable headers, MemoryBudget.Share share) {
            String requestId = AnswerHeaders.newRequestId();
            JsonBuffer body = new JsonBuffer(share);
            try (JsonWriter json = body.writer()) {
                Problem.write(json, problem, detail, requestId, Exchange.NO_FAULTS);
            }
            AccessLog.unreadable(requestId, problem.status());
            AnswerHeaders.addAlways(headers, requestId);
            headers.put(HttpHeader.CONTENT_TYPE, Answer.PROBLEM);
            headers.put(HttpHeader.CONTENT_LENGTH, body.length());
            headers.put(HttpFields.CONNECTION_CLOSE);
            return body.body();
        }
    }
}
