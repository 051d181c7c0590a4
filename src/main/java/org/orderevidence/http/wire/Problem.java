package org.orderevidence.http.wire;

import java.util.Locale;

/** The problem types of the HTTP interface (RFC 9457). Every failure is one of them. */
public enum Problem {
    MALFORMED_JSON(400, "The body is not acceptable JSON"),
    INVALID_PARAMETER(400, "A part of the request line or of the headers is not acceptable"),
    KEY_MISSING(401, "The API key is missing"),
    KEY_MALFORMED(401, "The API key is malformed"),
    KEY_UNKNOWN(401, "The API key is unknown"),
    KEY_SCOPE(403, "The API key may not do this"),
    ORDER_NOT_FOUND(404, "There is no such order"),
    NOT_FOUND(404, "There is nothing at this path"),
    METHOD_NOT_ALLOWED(405, "This path does not have this method"),
    REQUEST_TIMEOUT(408, "The request did not arrive in time"),
    PRECONDITION_FAILED(412, "The order has another version"),
    TOO_LARGE(413, "The request is too large"),
    TARGET_TOO_LARGE(414, "too_large", "The request target is too long"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body is of a type that is not read here"),
    EXPECTATION_FAILED(417, "The expectation cannot be met"),
    INVALID_REQUEST(422, "The request breaks a rule"),
    HEAD_TOO_LARGE(431, "too_large", "The headers are too long"),
    INTERNAL(500, "Internal error"),
    TRANSFER_CODING(501, "The transfer coding is not supported"),
    STORE_UNAVAILABLE(503, "The store cannot be reached"),
    OVERLOADED(503, "There is more to do than can be done");

    private final int status;
    private final String title;
    private final String code;
    private final String type;

    Problem(int status, String title) {
        this(status, "", title);
    }

    /** One of several with the same code. */
    Problem(int status, String code, String title) {
        this.status = status;
        this.title = title;
        this.code = code.isEmpty() ? name().toLowerCase(Locale.ROOT) : code;
        this.type = "/problems/" + this.code.replace('_', '-');
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Names it to people. */
    String title() {
        return title;
    }

    /** Names it to programs. */
    public String code() {
        return code;
    }

    /** Relative URI that names it. */
    public String type() {
        return type;
    }
}
