package org.orderevidence.wire;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.Faults.FieldError;

/** The problem types of the HTTP interface (RFC 9457). Every failure is one of them. */
public enum Problem {
    MALFORMED_JSON(
            400,
            "The body is not valid JSON",
            "The body is not JSON, or it has duplicate keys, bytes that are not UTF-8, too many levels, or data after its end.",
            "Correct the body. The detail of the response names the position of the fault."),
    INVALID_PARAMETER(
            400,
            "A parameter, a header or the path is not valid",
            "A query parameter, a header, the path or the request line is wrong. Unknown query parameters are refused too.",
            "Correct what the detail of the response names. Do not repeat the request unchanged."),
    KEY_MISSING(
            401,
            "The API key is missing",
            "The request has no X-API-Key header.",
            "Send your API key in the X-API-Key header."),
    KEY_MALFORMED(
            401,
            "The API key is malformed",
            "The key starts like a key of this service, but its length or its checksum is wrong.",
            "Copy the complete key again. A part of it is probably missing."),
    KEY_UNKNOWN(
            401,
            "The API key is unknown",
            "No such key exists. Revoked and expired keys get the same response.",
            "Check that you use the right key for this installation, or ask its operator for a new one."),
    WEBHOOK_REFUSED(
            401,
            "The webhook is not accepted",
            "There is no integration at this path, or the signature, its time or the password is wrong. All get the same response.",
            "Compare the path with the one that integration add printed, and the secret with that of the platform. Check the clock of the server."),
    KEY_SCOPE(
            403,
            "The API key does not allow this",
            "The key does not have the scope that this operation needs. Or it is a test key, and the operation needs a live key.",
            "Use a key with the scope or mode that the detail of the response names."),
    ORDER_NOT_FOUND(
            404,
            "There is no such order",
            "This account has no order with this ID. Orders of other accounts get the same response.",
            "Check the ID, and whether you use a live or a test key: each sees only its own orders."),
    KEY_NOT_FOUND(
            404,
            "There is no such API key",
            "This account has no key with this ID among its live keys, or among its test keys if the request has a test key. Keys of other accounts get the same response.",
            "List the keys to see their IDs. Use a live key for live keys and a test key for test keys."),
    INTEGRATION_NOT_FOUND(
            404,
            "There is no such integration",
            "This account has no integration with this ID for live events, or for test events if the request has a test key. Integrations of other accounts get the same response.",
            "List the integrations to see their IDs. Use a live key for live integrations and a test key for test integrations."),
    TASK_NOT_FOUND(
            404,
            "There is no such task",
            "The integration has no task with this ID, or it was done more than 28 days ago.",
            "List the tasks of the integration to see their IDs."),
    UPLOAD_NOT_FOUND(
            404,
            "There is no such upload",
            "This account has no upload of the last 30 days with this ID.",
            "List the uploads to see their IDs."),
    RECEIPT_LINK_NOT_FOUND(
            404,
            "There is no such receipt link",
            "The order has no link with this ID that is valid. It may have expired or was revoked before.",
            "List the links of the order to see their IDs."),
    DISPUTE_NOT_FOUND(
            404,
            "There is no such dispute",
            "The order exists, but has no dispute with this ID.",
            "List the disputes of the order to see their IDs."),
    NOT_FOUND(
            404,
            "There is nothing at this path",
            "This path does not exist.",
            "Look up the path in /openapi.json. Paths are case-sensitive and have no slash at the end."),
    METHOD_NOT_ALLOWED(
            405,
            "The path does not support this method",
            "The path exists, but not with this method.",
            "Use one of the methods that the Allow header names."),
    NOT_ACCEPTABLE(
            406,
            "No acceptable format is available",
            "The Accept header names no format in which this resource exists.",
            "Accept text/html or application/pdf, or add .html or .pdf to the path."),
    REQUEST_TIMEOUT(
            408,
            "The request did not arrive in time",
            "The request did not arrive completely within the time limit. Nothing was stored.",
            "Send the request again. Send large uploads in smaller parts."),
    KEY_CONFLICT(
            409,
            "The API key cannot be changed in this way",
            "The key has ended or was replaced. Or the change would leave no key with the scope admin. Or the new key would expire later than the key of the request. Nothing was changed.",
            "Read the detail of the response. List the keys to see their states."),
    INTEGRATION_CONFLICT(
            409,
            "The integration cannot be changed in this way",
            "Another integration has the secret, or another shop of the account has the same prefix. Or the integration has open tasks, or was changed at the same time. Nothing was changed.",
            "Read the detail of the response. List the integrations to see their settings."),
    RECEIPT_LINK_CONFLICT(
            409,
            "The receipt link cannot be created",
            "The order has the maximum number of links, or the public address of the service is not set. Nothing was changed.",
            "Read the detail of the response. Revoke a link of the order, or ask the operator to set public.url."),
    UPLOAD_UNDONE(
            409,
            "The upload was undone",
            "The upload with this ID was undone, so nothing more is stored with it.",
            "Correct the orders, and upload them with another ID."),
    ORDER_HELD(
            409,
            "The order is held",
            "The order has a legal hold, so nothing of it is erased.",
            "Release the order with DELETE /api/v2/orders/{id}/hold when the reason for the hold has ended, and repeat the request."),
    NOT_READY(
            409,
            "The numbers are not computed yet",
            "The coverage of this account is computed in the background, and the first computation is not finished.",
            "Repeat the request after the seconds in Retry-After."),
    EVIDENCE_NOT_READY(
            409,
            "not_ready",
            "The evidence for the issuer is not ready",
            "The order is not eligible, or an order of the evidence lacks something, such as an ARN or a charge ID. Or evidence for the dispute was sent before.",
            "Send what errors lists, for example with PATCH. The worksheet exists in every case: leave out for=issuer."),
    PRECONDITION_FAILED(
            412,
            "The stored version is another one",
            "The current version of the order is not the one in the If-Match header. Nothing was changed.",
            "Fetch the order again, check that your change still makes sense, and repeat it with the new ETag."),
    TOO_LARGE(
            413,
            "The request is too large",
            "The body is larger than this operation accepts. Nothing was stored.",
            "Send fewer orders in one request, or upload them as NDJSON, which has no limit on its length."),
    TARGET_TOO_LARGE(
            414,
            "too_large",
            "The request target is too long",
            "The path and query of the request are longer than the service reads.",
            "Shorten the query. Order IDs have at most 128 characters."),
    UNSUPPORTED_MEDIA_TYPE(
            415,
            "The content type is not supported",
            "The Content-Type or the Content-Encoding is not one that this operation reads, or the charset is not UTF-8.",
            "Send application/json without Content-Encoding. Uploads can also be application/x-ndjson and have Content-Encoding: gzip, changes can be application/merge-patch+json."),
    EXPECTATION_FAILED(
            417,
            "The expectation cannot be met",
            "The Expect header has a value other than 100-continue.",
            "Remove the Expect header."),
    INVALID_REQUEST(
            422,
            "The request breaks a rule",
            "The body is JSON, but it breaks at least one rule. Nothing was stored.",
            "Correct every field that errors lists. Each entry has a pointer to the field, a code and the rule."),
    RATE_LIMITED(
            429,
            "Too many requests",
            "The account has sent more requests in ten seconds than this installation accepts. Nothing was stored.",
            "Repeat the request after the seconds in Retry-After. Upload many orders in one request. If your shop needs more, ask the operator to raise limits.uploads or limits.requests."),
    HEAD_TOO_LARGE(
            431,
            "too_large",
            "The headers are too long",
            "The headers of the request are longer than the service reads.",
            "Send fewer or shorter headers. Cookies are not needed."),
    INTERNAL(
            500,
            "Internal error",
            "An unexpected fault of the service. It is unknown whether the request had an effect.",
            "Repeat the request: retrying is safe, except that a second key can be created. If it fails again, send the operator the request ID of the response."),
    TRANSFER_CODING(
            501,
            "The transfer coding is not supported",
            "The Transfer-Encoding header names a coding other than chunked.",
            "Send the body as it is, with a Content-Length or with Transfer-Encoding: chunked."),
    STORE_UNAVAILABLE(
            503,
            "The store cannot be reached",
            "The database did not answer. Nothing was stored, or it is unknown whether it was.",
            "If the response has Retry-After, repeat the same request after that time: retrying is safe. Otherwise, follow the detail first."),
    OVERLOADED(
            503,
            "The service is overloaded",
            "The service has too many requests or too little free memory. Nothing was stored, or it is unknown whether it was.",
            "Repeat the same request after the seconds in Retry-After. Send fewer requests at the same time.");

    private static final Map<String, List<Problem>> BY_TYPE =
            Arrays.stream(values()).collect(Collectors.groupingBy(Problem::type));

    private final int status;
    private final String title;
    private final String meaning;
    private final String remedy;
    private final String code;
    private final String type;

    Problem(int status, String title, String meaning, String remedy) {
        this(status, "", title, meaning, remedy);
    }

    /** One of several with the same code. */
    Problem(int status, String code, String title, String meaning, String remedy) {
        this.status = status;
        this.title = title;
        this.meaning = meaning;
        this.remedy = remedy;
        this.code = code.isEmpty() ? name().toLowerCase(Locale.ROOT) : code;
        this.type = "/problems/" + this.code.replace('_', '-');
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    public String meaning() {
        return meaning;
    }

    public String remedy() {
        return remedy;
    }

    public String code() {
        return code;
    }

    /** Relative URI that identifies it, and under which its page is served. */
    public String type() {
        return type;
    }

    /** Returns the problems with a type, or an empty list if no problem has it. */
    public static List<Problem> ofType(String type) {
        return BY_TYPE.getOrDefault(type, List.of());
    }

    /**
     * @param faults of single fields; empty lists are left out
     */
    public static void write(JsonWriter json, Problem problem, String detail, String requestId, Read.Bad<?> faults) {
        json.writeStartObject();
        json.writeStringProperty("type", problem.type());
        json.writeStringProperty("title", problem.title());
        json.writeNumberProperty("status", problem.status());
        json.writeStringProperty("code", problem.code());
        json.writeStringProperty("detail", detail);
        json.writeStringProperty("requestId", requestId);
        writeErrors(json, "errors", faults.errors());
        writeErrors(json, "warnings", faults.warnings());
        writeTruncated(json, faults.errorsTruncated(), faults.warningsTruncated());
        json.writeEndObject();
    }

    /** Writes whether errors or warnings were left out; nothing if all are listed. */
    public static void writeTruncated(JsonWriter json, boolean errors, boolean warnings) {
        if (errors) {
            json.writeBooleanProperty("errorsTruncated", true);
        }
        if (warnings) {
            json.writeBooleanProperty("warningsTruncated", true);
        }
    }

    /** Writes faults or warnings as a list under a name; nothing when there are none. */
    public static void writeErrors(JsonWriter json, String name, List<FieldError> errors) {
        if (errors.isEmpty()) {
            return;
        }
        json.writeObjects(name, errors, error -> {
            json.writeStringProperty("pointer", error.pointer());
            json.writeStringProperty("code", error.code().wireName());
            json.writeStringProperty("detail", error.detail());
        });
    }
}
