package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Sessions;
import org.orderevidence.http.ServedApi;

/** The link that signs in once, in a browser. */
class SignInLinkBrowserTest extends BrowserSetup {
    private static final String BUTTON = "form.panel button[type=submit]";

    /** Returns a link that was made this long ago. */
    private String link(Duration age) {
        String code = service.served().sessionsAt(ServedApi.NOW.minus(age)).newCode(shop.key());
        return service.url() + "/console/sign-in?code=" + code;
    }

    private void isRefused() {
        browser.await(b -> !b.all(".field-error").isEmpty());
        assertTrue(
                browser.text(".field-error").startsWith("This sign-in link was already used or has expired."),
                () -> browser.text("main"));
        assertTrue(browser.find("#key").isDisplayed());
        browser.check();
        browser.open(service.url() + "/console");
        assertEquals("/console/sign-in?next=%2Fconsole", browser.path());
    }

    @Test
    void theLinkSignsInOnce() {
        String link = link(Duration.ZERO);
        browser.open(link);
        browser.open(link);
        assertEquals("Continue to the console", browser.text(BUTTON));
        browser.check();

        browser.click(BUTTON);
        browser.await(b -> b.path().equals("/console"));
        assertEquals("Orders", browser.text("nav.sections a[aria-current=page]"));

        browser = Browser.shared();
        browser.open(link);
        browser.click(BUTTON);
        isRefused();
    }

    @Test
    void anExpiredLinkIsRefused() {
        browser.open(link(Sessions.CODE_LIFE));
        browser.click(BUTTON);

        isRefused();
    }
}
