package org.orderevidence.console;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.cli.DemoShop;
import org.orderevidence.console.Browser.Size;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;

/** Makes the pictures of the documentation from the orders of the demo: {@code mvn test -Dtest=PicturesTest -Dpictures=true}. */
@Tag("slow")
@EnabledIfSystemProperty(named = "pictures", matches = "true", disabledReason = "it writes files of the repository")
class PicturesTest extends OnSqlite {
    private static final Path FOLDER = Path.of("docs/images");
    private static final int WIDE = 1280;
    private static final int PHONE = 390;

    private static Shop shop;
    private Browser browser;

    @BeforeAll
    static void loadTheDemo() throws IOException {
        service.served().accounts().create("example-gifts");
        shop = new Shop(
                service.served(), "example-gifts", service.served().key("example-gifts", Mode.LIVE, Scope.ADMIN));
        DemoShop demo = DemoShop.on(LocalDate.ofInstant(ServedApi.NOW, ZoneOffset.UTC));
        demo.prepare(shop);
        demo.upload(shop);
        demo.reportFacts(shop);
        shop.api().coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
    }

    @BeforeEach
    void signIn() {
        browser = Browser.shared();
        browser.signIn(service.url(), shop.key());
    }

    private void picture(String path, String file, int width, int height) {
        browser.open(service.url() + path);
        browser.picture(FOLDER.resolve(file), width, height);
    }

    @Test
    void theOrderAndItsPapers() {
        picture("/console/orders/576891", "console-order.png", WIDE, 1110);
        picture("/console/orders/576891/evidence", "evidence-sheet.png", 960, 1110);
        picture("/console/orders/576891", "console-order-phone.png", PHONE, 844);
    }

    @Test
    void theOrdersInDarkMode() {
        browser.show(Size.DESKTOP, true);
        picture("/console", "console-orders-dark.png", WIDE, 1110);
    }

    @Test
    void theCoverage() {
        picture("/console/coverage", "console-coverage.png", WIDE, 1110);
    }
}
