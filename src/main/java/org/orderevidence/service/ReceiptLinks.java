package org.orderevidence.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.SecretToken;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.Tokens;

/**
 * The links to receipts. A link shows the order as it is when the link is opened. It can be opened until it expires or
 * is revoked, also after the key that made it has ended.
 *
 * @param random for new tokens: must be cryptographically strong
 */
public record ReceiptLinks(
        Tokens store, EvidenceStore evidence, Accounts accounts, Clock clock, RandomGenerator random) {
    /** Shortest time for which a link can be valid. */
    public static final Duration SHORTEST = Duration.ofMinutes(5);

    /** Longest time: 400 days, so that a link lasts as long as an order can be disputed. */
    public static final Duration LONGEST = Duration.ofDays(400);

    /** The time if the caller states none. */
    public static final Duration USUAL = Duration.ofDays(30);

    /**
     * Most links of an order. Those that expired in the last 30 days count only if there is no room for their rows.
     * Requests at the same time can add some more.
     */
    public static final int MAX_PER_ORDER = 20;

    /** Most rows of an order, with expired links. A further link removes the one that expired first. */
    private static final int MAX_ROWS = 50;

    /**
     * Makes a link, with an entry in the audit log.
     *
     * @param life {@link #SHORTEST} to {@link #LONGEST}
     */
    public LinkChange create(Actor actor, AccountSpace space, OrderId order, Duration life) {
        if (life.compareTo(SHORTEST) < 0 || life.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a link is valid for 300 seconds to 400 days");
        }
        if (evidence.order(space, order).isEmpty()) {
            return new LinkChange.OrderNotFound();
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        List<AccessToken> rows = store.of(space, TokenKind.RECEIPT_LINK, order.value()).stream()
                .sorted(Comparator.comparing(AccessToken::expires))
                .toList();
        if (rows.stream().filter(row -> !row.isExpired(now)).count() >= MAX_PER_ORDER) {
            return new LinkChange.TooMany();
        }
        for (int i = 0; i <= rows.size() - MAX_ROWS; i++) {
            store.remove(rows.get(i));
        }
        SecretToken token = SecretToken.generate(random, SecretToken.OF_LINK);
        AccessToken added = new AccessToken(
                TokenKind.RECEIPT_LINK,
                token.hash(),
                space,
                order.value(),
                now,
                now.plus(life),
                Bytes.wrap(new byte[0]));
        ReceiptLink link = ReceiptLink.of(added);
        accounts.audit().add(actor, space, AuditAction.RECEIPT_LINK_CREATED, order.value(), link.id());
        if (!store.add(added)) {
            throw new IllegalStateException("128 random bits were drawn twice: the random generator is broken");
        }
        return new LinkChange.Made(token, link);
    }

    /** Returns the links of an order that can be opened, oldest first; empty if the order does not exist. */
    public Optional<List<ReceiptLink>> list(AccountSpace space, OrderId order) {
        return evidence.order(space, order)
                .map(_ -> alive(space, order)
                        .sorted(Comparator.comparing(AccessToken::created))
                        .map(ReceiptLink::of)
                        .toList());
    }

    /** Revokes a link on all instances immediately. Returns the link, or empty if the order has no such link. */
    public Optional<ReceiptLink> revoke(Actor actor, AccountSpace space, OrderId order, String linkId) {
        Optional<AccessToken> revoked = alive(space, order)
                .filter(token -> ReceiptLink.of(token).id().equals(linkId))
                .findFirst();
        revoked.ifPresent(token -> {
            accounts.audit().add(actor, space, AuditAction.RECEIPT_LINK_REVOKED, order.value(), linkId);
            store.remove(token);
        });
        return revoked.map(ReceiptLink::of);
    }

    /** Returns what the link with this token shows now. */
    public OpenedLink open(SecretToken token) {
        AccessToken stored = store.find(TokenKind.RECEIPT_LINK, token.hash()).orElse(null);
        if (stored != null && stored.isExpired(clock.instant())) {
            return new OpenedLink.Expired();
        }
        Account account = stored == null
                ? null
                : accounts.account(stored.space().account()).orElse(null);
        if (stored == null || account == null) {
            return new OpenedLink.Unknown();
        }
        return evidence.order(stored.space(), new OrderId(stored.owner()))
                .<OpenedLink>map(order -> new OpenedLink.Found(account, order))
                .orElseGet(OpenedLink.Unknown::new);
    }

    private Stream<AccessToken> alive(AccountSpace space, OrderId order) {
        Instant now = clock.instant();
        return store.of(space, TokenKind.RECEIPT_LINK, order.value()).stream().filter(row -> !row.isExpired(now));
    }

    /**
     * A link to a receipt, without its secret.
     *
     * @param id names the link among those of its order; it does not open anything
     */
    public record ReceiptLink(String id, Instant createdAt, Instant expiresAt) {
        private static final int ID_BYTES = 8;

        static ReceiptLink of(AccessToken token) {
            String start = HexFormat.of().formatHex(token.hash().toArray(), 0, ID_BYTES);
            return new ReceiptLink("link_" + start, token.created(), token.expires());
        }
    }

    /** Result of the request for a new link. */
    public sealed interface LinkChange {
        record Made(SecretToken token, ReceiptLink link) implements LinkChange {}

        record OrderNotFound() implements LinkChange {}

        record TooMany() implements LinkChange {}
    }

    public sealed interface OpenedLink {
        record Found(Account account, StoredOrder order) implements OpenedLink {}

        /** The link was valid. */
        record Expired() implements OpenedLink {}

        /** There is no such link, or it was revoked, or its order does not exist any more. */
        record Unknown() implements OpenedLink {}
    }
}
