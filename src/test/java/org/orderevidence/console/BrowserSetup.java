package org.orderevidence.console;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.api.Shop;
import org.orderevidence.http.OnSqlite;

/** A browser without session and an account without orders, for each test. */
@Tag("slow")
abstract class BrowserSetup extends OnSqlite {
    Browser browser;
    Shop shop;

    @BeforeEach
    void openBrowser() {
        shop = service.newShop();
        browser = Browser.shared();
    }
}
