package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;

/** The page Coverage in a browser before it has numbers. */
class CoverageBrowserTest extends BrowserSetup {
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
