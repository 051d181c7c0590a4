package org.orderevidence;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Sessions;
import org.orderevidence.console.Console;
import org.orderevidence.console.CoveragePages;
import org.orderevidence.console.PageRoutes;
import org.orderevidence.console.SettingsPages;
import org.orderevidence.console.Site;
import org.orderevidence.console.order.FindPages;
import org.orderevidence.console.order.OrderPages;
import org.orderevidence.console.order.OrderPapers;
import org.orderevidence.console.upload.UploadPages;
import org.orderevidence.http.Failures;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.webhook.CaptureRates;

/** Joins the console of its pages. */
public final class OpenConsole {
    private OpenConsole() {}

    /**
     * Returns the console.
     *
     * @param service what the pages show and change
     * @param coverages what the page of the coverage shows
     * @param captureRates how often new orders have what evidence needs
     * @param sessions starts, finds and ends sessions
     * @param publicUrl the address for browsers; {@code null} if only loopback addresses are used
     * @param failures answers failures of the store, and bugs
     */
    public static Console of(
            EvidenceService service,
            Coverages coverages,
            CaptureRates captureRates,
            Sessions sessions,
            @Nullable URI publicUrl,
            Failures failures) {
        PageRoutes pages = new PageRoutes();
        new FindPages(service, captureRates).addTo(pages);
        new OrderPages(service).addTo(pages);
        new CoveragePages(coverages, captureRates).addTo(pages);
        SettingsPages.addTo(pages);
        UploadPages.addTo(pages);
        return new Console(new Site(publicUrl), sessions, pages, OrderPapers::addTo, failures);
    }
}
