package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.orderevidence.account.Account;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.limits.TrustedProxies;
import org.orderevidence.http.limits.VisitorLimit;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.ReceiptView;
import org.orderevidence.receipt.render.PageHeaders;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.service.LinkToken;
import org.orderevidence.service.OpenedLink;
import org.orderevidence.service.ReceiptLinks;

/**
 * Shows the receipt of a link to anyone who has it. All answers are pages. A query is ignored, because mail programs and
 * newsletters add some.
 */
final class OpenReceiptLink implements Operation {
    private static final String PREFIX = "/r/";

    private final ReceiptLinks links;
    private final VisitorLimit visitors;
    private final Failures failures;

    OpenReceiptLink(ReceiptLinks links, VisitorLimit visitors, Failures failures) {
        this.links = links;
        this.visitors = visitors;
        this.failures = failures;
    }

    @Override
    public Answer answer(Exchange exchange) {
        long seconds = visitors.take(exchange.peer(), exchange.headers(TrustedProxies.HEADER));
        if (seconds > 0) {
            return Notice.TOO_OFTEN.answer(exchange, "Retry-After", Long.toString(seconds));
        }
        try {
            Optional<LinkToken> token = LinkToken.parse(exchange.rawPath().substring(PREFIX.length()));
            return token.isEmpty() ? Notice.UNKNOWN.answer(exchange) : open(exchange, token.get());
        } catch (Throwable thrown) {
            FatalErrors.haltOn(thrown);
            Answer failure = failures.answer(exchange, thrown);
            return Notice.UNAVAILABLE.answer(
                    exchange, failure.status(), failure.headers().toArray(new String[0]));
        }
    }

    private Answer open(Exchange exchange, LinkToken token) {
        return switch (links.open(token)) {
            case OpenedLink.Unknown() -> Notice.UNKNOWN.answer(exchange);
            case OpenedLink.Expired() -> Notice.EXPIRED.answer(exchange);
            case OpenedLink.Found found -> {
                Account account = found.account();
                exchange.proven(account.id(), 0);
                exchange.share().hold(RequestMemory.FETCH);
                ReceiptPage page =
                        ReceiptPage.of(found.order(), account.profile(), account.showsLogo(), ReceiptView.PUBLIC);
                exchange.body().append(PageHtml.receipt(page).getBytes(StandardCharsets.UTF_8));
                yield new Answer(200, "text/html; charset=utf-8", PageHeaders.of(PageHtml.policy(page)));
            }
        };
    }
}
