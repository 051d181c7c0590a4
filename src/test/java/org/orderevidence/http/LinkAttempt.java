package org.orderevidence.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.orderevidence.api.Shop;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;

/** What an operation on receipt links needs to cause a status. */
final class LinkAttempt {
    private static final String PAGE = "/r/{token}";

    private LinkAttempt() {}

    /** Returns true if the path has a receipt link, or makes one. */
    static boolean isFor(String path) {
        return path.equals(PAGE) || path.contains("/receipt-link");
    }

    /** Makes what is needed, and returns the path with the link. */
    static String path(ServedApi server, Shop shop, String path, String status) {
        if (path.equals(PAGE)) {
            return "/r/" + token(server, shop, status);
        }
        if (path.endsWith("/receipt-link") && status.equals("409")) {
            for (int i = 0; i < ReceiptLinks.MAX_PER_ORDER; i++) {
                link(shop, "id");
            }
        }
        return path.replace(
                "{linkId}", path.endsWith("{linkId}") && status.equals("200") ? link(shop, "id") : "link_0");
    }

    private static String token(ServedApi server, Shop shop, String status) {
        return switch (status) {
            case "200" -> {
                String url = link(shop, "url");
                yield url.substring(url.lastIndexOf('/') + 1);
            }
            case "410" -> expired(server, shop);
            case "429" -> {
                server.send("GET", "/r/" + "A".repeat(22));
                yield "A".repeat(22);
            }
            default -> "A".repeat(22);
        };
    }

    private static String link(Shop shop, String field) {
        shop.uploadOne("X");
        return shop.post("/api/v2/orders/X/receipt-link", "{}")
                .is(201)
                .json()
                .path(field)
                .asString();
    }

    private static String expired(ServedApi server, Shop shop) {
        byte[] random = (shop.account() + "-".repeat(16)).substring(0, 16).getBytes(StandardCharsets.US_ASCII);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        server.tokens()
                .add(new AccessToken(
                        TokenKind.RECEIPT_LINK,
                        AccessToken.hash(text),
                        new AccountSpace(shop.account(), Mode.LIVE),
                        "X",
                        ServedApi.NOW.minusSeconds(600),
                        ServedApi.NOW,
                        Bytes.wrap(new byte[0])));
        return text;
    }
}
