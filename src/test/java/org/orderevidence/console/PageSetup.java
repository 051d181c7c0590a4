package org.orderevidence.console;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.orderevidence.api.Shop;

/** A client without session and an account without orders, for each test. */
abstract class PageSetup extends ConsoleSetup {
    ConsoleClient client;
    Shop shop;

    @BeforeEach
    void openClient() {
        shop = service.newShop();
        client = new ConsoleClient(service.url());
    }

    @AfterEach
    void close() {
        client.close();
    }
}
