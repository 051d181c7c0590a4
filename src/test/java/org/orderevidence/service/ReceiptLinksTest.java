package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.parts;
import static org.orderevidence.store.OrderFixtures.write;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.SecretToken;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.service.ReceiptLinks.LinkChange;
import org.orderevidence.service.ReceiptLinks.OpenedLink;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.waiting.MovedClock;

/** How long a link opens its receipt. */
class ReceiptLinksTest {
    @TempDir
    private Path folder;

    @AutoClose
    private OpenStore store;

    private Accounts accounts;
    private ReceiptLinks links;
    private final MovedClock clock = new MovedClock(NOON);

    @BeforeEach
    void open() {
        store = TestSqlite.open(folder);
        accounts = new Accounts(store.accounts(), clock, new Random(7));
        assertTrue(accounts.create(SHOP.account()));
        links = new ReceiptLinks(store.tokens(), store.evidence(), accounts, clock, new Random(8));
        store.evidence().put(SHOP, parts(List.of(write(OrderFixtures.order("A-1"), null))), NOON);
    }

    private LinkChange.Made make(Duration life) {
        return assertInstanceOf(LinkChange.Made.class, links.create(Actor.operator(), SHOP, id("A-1"), life));
    }

    private void pass(Duration time) {
        clock.move(time);
        store.sweep(clock.instant());
    }

    @Test
    void aLinkOpensUntilItExpiresAndIsKnownAsExpiredForThirtyDays() {
        SecretToken token = make(Duration.ofDays(1)).token();

        pass(Duration.ofDays(1).minusSeconds(1));
        OpenedLink.Found found = assertInstanceOf(OpenedLink.Found.class, links.open(token));
        assertEquals(id("A-1"), found.order().order().id());
        assertEquals(SHOP.account(), found.account().id());
        assertEquals(MerchantInfo.EMPTY, found.account().profile());
        pass(Duration.ofSeconds(1));
        assertEquals(new OpenedLink.Expired(), links.open(token));
        pass(Duration.ofDays(30).minusSeconds(1));
        assertEquals(new OpenedLink.Expired(), links.open(token));
        pass(Duration.ofSeconds(1));
        assertEquals(new OpenedLink.Unknown(), links.open(token));
    }

    @Test
    void anExpiredLinkIsNotListedAndCannotBeRevoked() {
        LinkChange.Made made = make(ReceiptLinks.SHORTEST);

        pass(ReceiptLinks.SHORTEST);

        assertEquals(Optional.of(List.of()), links.list(SHOP, id("A-1")));
        assertEquals(
                Optional.empty(),
                links.revoke(Actor.operator(), SHOP, id("A-1"), made.link().id()));
        assertEquals(new OpenedLink.Expired(), links.open(made.token()));
    }

    /** Someone who makes short links again and again fills no table. */
    @Test
    void expiredLinksOfAnOrderAreBoundedToo() {
        for (int i = 0; i < 120; i++) {
            make(ReceiptLinks.SHORTEST);
            if (i % ReceiptLinks.MAX_PER_ORDER == ReceiptLinks.MAX_PER_ORDER - 1) {
                pass(ReceiptLinks.SHORTEST);
            }
        }

        assertEquals(50, store.tokens().of(SHOP, TokenKind.RECEIPT_LINK, "A-1").size());
    }

    @Test
    void theTokenIsHiddenAndItsTextIsNotStored() {
        LinkChange.Made made = make(ReceiptLinks.LONGEST);

        assertEquals("[redacted]", made.token().toString());
        assertEquals(Optional.empty(), SecretToken.parse(made.link().id(), SecretToken.OF_LINK));
        assertThrows(IllegalArgumentException.class, () -> new SecretToken("short"));
        for (Duration life : List.of(ReceiptLinks.SHORTEST.minusSeconds(1), ReceiptLinks.LONGEST.plusSeconds(1))) {
            assertThrows(IllegalArgumentException.class, () -> links.create(Actor.operator(), SHOP, id("A-1"), life));
        }
    }
}
