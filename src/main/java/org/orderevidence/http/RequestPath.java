package org.orderevidence.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Texts;
import org.orderevidence.wire.Problem;

/**
 * The resource that a request path names. It is read from the path as it was sent: nothing is normalised, and an order
 * id is percent-decoded exactly once, so that it may hold any character.
 */
public sealed interface RequestPath {
    /**
     * A path that is served.
     *
     * @param resource what it names
     * @param orderId the order in it; null when it has none, or one that no order can have
     * @param keyId the ID of the API key in it; {@code null} if it has none, or one that no key can have
     * @param webhook where a webhook is sent; {@code null} in other paths
     * @param integration what is administered; {@code null} in other paths
     * @param meant the order that is probably meant if the one in the path has blanks at its ends or invisible
     *     characters; {@code null} in other paths
     */
    record Found(
            Resource resource,
            @Nullable OrderId orderId,
            @Nullable String keyId,
            @Nullable WebhookPath webhook,
            @Nullable IntegrationPath integration,
            @Nullable OrderId meant)
            implements RequestPath {
        Found(
                Resource resource,
                @Nullable OrderId orderId,
                @Nullable String keyId,
                @Nullable WebhookPath webhook,
                @Nullable IntegrationPath integration) {
            this(resource, orderId, keyId, webhook, integration, null);
        }

        Found(Resource resource, @Nullable OrderId orderId) {
            this(resource, orderId, null, null, null);
        }
    }

    /** A path that is not served. */
    record Unknown() implements RequestPath {}

    /** It has a character that must be percent-encoded, or a broken percent-encoding. */
    record Malformed() implements RequestPath {}

    /** Resources that are served under one path each. */
    enum Resource {
        TRACK("/api/v2/track"),
        ORDERS("/api/v2/orders"),
        /** Where orders are uploaded; {@code upload} is also an order id like any other. */
        UPLOAD("/api/v2/orders/upload"),
        /** Where orders are searched; {@code search} is also an order id like any other. */
        SEARCH("/api/v2/orders/search"),
        ORDER("/api/v2/orders/{id}"),
        DISPUTES("/api/v2/orders/{id}/disputes"),
        /** A dispute of an order. Its operation reads the ID of the dispute from the path. */
        DISPUTE("/api/v2/orders/{id}/disputes/{disputeId}"),
        FRAUD_REPORTS("/api/v2/orders/{id}/fraud-reports"),
        RECEIPT("/api/v2/orders/{id}/receipt"),
        RECEIPT_HTML("/api/v2/orders/{id}/receipt.html"),
        RECEIPT_PDF("/api/v2/orders/{id}/receipt.pdf"),
        EVIDENCE("/api/v2/orders/{id}/evidence"),
        EVIDENCE_HTML("/api/v2/orders/{id}/evidence.html"),
        EVIDENCE_PDF("/api/v2/orders/{id}/evidence.pdf"),
        RECEIPT_LINK("/api/v2/orders/{id}/receipt-link"),
        RECEIPT_LINKS("/api/v2/orders/{id}/receipt-links"),
        /** A link of an order. Its operation reads the ID of the link from the path. */
        RECEIPT_LINK_OF_ORDER("/api/v2/orders/{id}/receipt-links/{linkId}"),
        /** The page that a receipt link opens. Its operation reads the token from the path. */
        RECEIPT_PAGE("/r/{token}"),
        PENDING("/api/v2/pending"),
        COVERAGE("/api/v2/coverage"),
        KEYS("/api/v2/keys"),
        KEY("/api/v2/keys/{id}"),
        KEY_ROTATION("/api/v2/keys/{id}/rotate"),
        ACCOUNT("/api/v2/account"),
        AUDIT("/api/v2/account/audit"),
        INTEGRATIONS("/api/v2/integrations"),
        INTEGRATION("/api/v2/integrations/{id}"),
        INTEGRATION_ROTATION("/api/v2/integrations/{id}/rotate"),
        INTEGRATION_REPLAY("/api/v2/integrations/{id}/replay"),
        INTEGRATION_EVENTS("/api/v2/integrations/{id}/events"),
        INTEGRATION_TASKS("/api/v2/integrations/{id}/tasks"),
        INTEGRATION_TASK_DONE("/api/v2/integrations/{id}/tasks/{taskId}/done"),
        /** Where platforms send webhooks. */
        WEBHOOK("/api/v2/integrations/{platform}/{id}"),
        LIVEZ("/livez"),
        READYZ("/readyz"),
        OPENAPI("/openapi.json"),
        /** The API reference for people. */
        DOCS("/docs"),
        DOCS_STYLE("/docs/reference.css"),
        /** The page about one problem. */
        PROBLEM("/problems/{code}"),
        /** Leads a browser to the console. */
        HOME("/"),
        /** The pages for people and their files. The console reads the rest of the path itself. */
        CONSOLE("/console/{page}");

        private final String pattern;

        Resource(String pattern) {
            this.pattern = pattern;
        }

        /** The path with a name in the place of what varies. */
        public String pattern() {
            return pattern;
        }
    }

    /** Reads a path as it was sent. */
    static RequestPath parse(String raw) {
        if (!isWellFormed(raw)) {
            return new Malformed();
        }
        if (raw.startsWith(Orders.PREFIX)) {
            return Orders.parse(raw.substring(Orders.PREFIX.length()));
        }
        if (raw.startsWith(Keys.PREFIX)) {
            return Keys.parse(raw.substring(Keys.PREFIX.length()));
        }
        if (raw.startsWith(IntegrationPath.PREFIX)) {
            return IntegrationPath.parse(raw.substring(IntegrationPath.PREFIX.length()));
        }
        if (raw.startsWith("/r/") && raw.length() > "/r/".length()) {
            return new Found(Resource.RECEIPT_PAGE, null);
        }
        if (raw.startsWith("/console/")) {
            return new Found(Resource.CONSOLE, Orders.ofConsole(raw));
        }
        return switch (raw) {
            case "/api/v2/track" -> new Found(Resource.TRACK, null);
            case "/api/v2/orders" -> new Found(Resource.ORDERS, null);
            case "/api/v2/pending" -> new Found(Resource.PENDING, null);
            case "/api/v2/coverage" -> new Found(Resource.COVERAGE, null);
            case "/api/v2/keys" -> new Found(Resource.KEYS, null);
            case "/api/v2/integrations" -> new Found(Resource.INTEGRATIONS, null);
            case "/api/v2/account" -> new Found(Resource.ACCOUNT, null);
            case "/api/v2/account/audit" -> new Found(Resource.AUDIT, null);
            case "/livez" -> new Found(Resource.LIVEZ, null);
            case "/readyz" -> new Found(Resource.READYZ, null);
            case "/docs" -> new Found(Resource.DOCS, null);
            case "/docs/reference.css" -> new Found(Resource.DOCS_STYLE, null);
            case "/openapi.json" -> new Found(Resource.OPENAPI, null);
            case "/" -> new Found(Resource.HOME, null);
            case "/console" -> new Found(Resource.CONSOLE, null);
            default -> Problem.ofType(raw).isEmpty() ? new Unknown() : new Found(Resource.PROBLEM, null);
        };
    }

    /** Returns the last name of a path, decoded; {@code null} if it is none that an order or a dispute can have. */
    static @Nullable String lastName(String raw) {
        OrderId name = Orders.orderId(raw.substring(raw.lastIndexOf('/') + 1));
        return name == null ? null : name.value();
    }

    private static boolean isWellFormed(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c <= ' ' || c >= 0x7f) {
                return false;
            }
            if (c == '%') {
                if (i + 2 >= raw.length() || hexDigit(raw, i + 1) < 0 || hexDigit(raw, i + 2) < 0) {
                    return false;
                }
                i += 2;
            }
        }
        return true;
    }

    private static int hexDigit(String text, int at) {
        return Character.digit(text.charAt(at), 16);
    }

    /** The paths below the list of keys. */
    final class Keys {
        private static final String PREFIX = "/api/v2/keys/";
        private static final int MAX_ID = 64;

        private Keys() {}

        private static RequestPath parse(String rest) {
            int slash = rest.indexOf('/');
            String id = slash < 0 ? rest : rest.substring(0, slash);
            if (id.isEmpty()) {
                return new Unknown();
            }
            if (slash < 0) {
                return new Found(Resource.KEY, null, keyId(id), null, null);
            }
            return rest.substring(slash).equals("/rotate")
                    ? new Found(Resource.KEY_ROTATION, null, keyId(id), null, null)
                    : new Unknown();
        }

        private static @Nullable String keyId(String text) {
            boolean isId = text.length() <= MAX_ID
                    && text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
            return isId ? text : null;
        }
    }

    /** The paths below the list of orders. */
    final class Orders {
        private static final String PREFIX = "/api/v2/orders/";
        private static final String LINK = "/receipt-links/";
        private static final String DISPUTE = "/disputes/";
        private static final String CONSOLE_PREFIX = "/console/orders/";

        /** The fewest digits of a card number. */
        private static final int CARD_DIGITS = 12;

        private Orders() {}

        /** Returns the order that a path of the console names; null if it names none. */
        private static @Nullable OrderId ofConsole(String raw) {
            if (!raw.startsWith(CONSOLE_PREFIX)) {
                return null;
            }
            int end = raw.indexOf('/', CONSOLE_PREFIX.length());
            return orderId(DotSegment.read(raw.substring(CONSOLE_PREFIX.length(), end < 0 ? raw.length() : end)));
        }

        private static RequestPath parse(String rest) {
            int slash = rest.indexOf('/');
            if (slash < 0) {
                if (rest.isEmpty()) {
                    return new Unknown();
                }
                return found(
                        switch (rest) {
                            case "upload" -> Resource.UPLOAD;
                            case "search" -> Resource.SEARCH;
                            default -> Resource.ORDER;
                        },
                        rest);
            }
            String below = rest.substring(slash);
            Resource resource = switch (below) {
                case "/disputes" -> Resource.DISPUTES;
                case "/fraud-reports" -> Resource.FRAUD_REPORTS;
                case "/receipt-link" -> Resource.RECEIPT_LINK;
                case "/receipt-links" -> Resource.RECEIPT_LINKS;
                case "/receipt" -> Resource.RECEIPT;
                case "/receipt.html" -> Resource.RECEIPT_HTML;
                case "/receipt.pdf" -> Resource.RECEIPT_PDF;
                case "/evidence" -> Resource.EVIDENCE;
                case "/evidence.html" -> Resource.EVIDENCE_HTML;
                case "/evidence.pdf" -> Resource.EVIDENCE_PDF;
                default ->
                    isBelow(LINK, below)
                            ? Resource.RECEIPT_LINK_OF_ORDER
                            : isBelow(DISPUTE, below) ? Resource.DISPUTE : null;
            };
            return resource == null ? new Unknown() : found(resource, rest.substring(0, slash));
        }

        private static boolean isBelow(String list, String below) {
            return below.startsWith(list) && below.length() > list.length() && below.indexOf('/', list.length()) < 0;
        }

        private static Found found(Resource resource, String encoded) {
            OrderId id = orderId(encoded);
            return new Found(resource, id, null, null, null, id == null ? meant(encoded) : null);
        }

        /** An answer repeats it, so it must not be a card number. */
        private static @Nullable OrderId meant(String encoded) {
            String cleaned = Texts.cleaned(text(encoded));
            boolean isShort = cleaned.chars().filter(c -> c >= '0' && c <= '9').count() < CARD_DIGITS;
            return isShort && OrderId.isValid(cleaned) ? new OrderId(cleaned) : null;
        }

        /** Absent when no order can have this id: it decodes to nothing, to invisible characters, or to no UTF-8. */
        private static @Nullable OrderId orderId(String encoded) {
            String id = text(encoded);
            return OrderId.isValid(id) ? new OrderId(id) : null;
        }

        /** The decoded text; empty if it is no UTF-8. */
        private static String text(String encoded) {
            try {
                return encoded.indexOf('%') < 0 ? encoded : decode(encoded);
            } catch (CharacterCodingException notUtf8) {
                return "";
            }
        }

        private static String decode(String encoded) throws CharacterCodingException {
            ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
            for (int i = 0; i < encoded.length(); i++) {
                char c = encoded.charAt(i);
                if (c == '%') {
                    bytes.put((byte) (hexDigit(encoded, i + 1) * 16 + hexDigit(encoded, i + 2)));
                    i += 2;
                } else {
                    bytes.put((byte) c);
                }
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(bytes.flip())
                    .toString();
        }
    }
}
