package org.orderevidence.console;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.orderevidence.api.Shop;
import org.orderevidence.http.OnSqlite;

/** A client without session and an account without orders, for each test. */
abstract class PageSetup extends OnSqlite {
    @AutoClose
    ConsoleClient client;

    Shop shop;

    @BeforeEach
    void openClient() {
        shop = service.newShop();
        client = new ConsoleClient(service.url());
    }
}
