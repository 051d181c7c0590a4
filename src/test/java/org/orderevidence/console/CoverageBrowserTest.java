package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.api.Shop;
import org.orderevidence.http.server.ServedSqlite;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;

/** The page Coverage in a browser before it has numbers. */
@Tag("slow")
class CoverageBrowserTest {
    @TempDir
    private static Path folder;

    private static ServedSqlite service;
    private Browser browser;
    private Shop shop;

    @BeforeAll
    static void serve() {
        service = ServedSqlite.start(folder);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void openBrowser() {
        shop = service.newShop();
        browser = Browser.shared();
    }

    private void compute() {
        shop.api().coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
    }

    @Test
    void thePageHasAnEmptyStateAndOneBeforeTheFirstNumbers() {
        browser.signIn(service.url(), shop.key());
        browser.open(service.url() + "/console/coverage");
        assertEquals("The numbers are not computed yet", browser.text(".empty h2"));
        browser.check();

        compute();
        browser.click(".empty a");
        browser.await(b -> b.text(".empty h2").equals("No orders that can be disputed"));
        browser.check();
    }
}
