package org.orderevidence;

import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.OpenIdProvider;
import org.orderevidence.account.OpenIdSettings;
import org.orderevidence.account.Retention;
import org.orderevidence.api.Api;
import org.orderevidence.api.LinkOperations;
import org.orderevidence.api.PaperOperations;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.PastErasures;
import org.orderevidence.erasure.PlatformErasures;
import org.orderevidence.erasure.Purge;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.http.Failures;
import org.orderevidence.http.InnerCalls;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.VisitorLimit;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.notification.ChangeFinder;
import org.orderevidence.notification.Notifications;
import org.orderevidence.receipt.render.PdfFonts;
import org.orderevidence.receipt.render.PdfRenderer;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.store.ChangeStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.Webhooks;

/**
 * An open installation with the parts that answer requests. A service has one, and so has a command, also while a service
 * runs.
 */
public record OpenInstallation(
        Installation installation,
        Config config,
        Clock clock,
        Evidence evidence,
        PendingFacts pending,
        Webhooks webhooks,
        EvidenceService service,
        Uploads uploads,
        Erasures erasures,
        PlatformErasures platformErasures,
        Purge purge,
        Coverages coverages,
        Notifications notifications,
        Failures failures)
        implements AutoCloseable {
    /**
     * Opens the installation for a command, even if the store is damaged: a key can then still be revoked.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenInstallation open(Config config) {
        Clock clock = Clock.systemUTC();
        return of(Installation.openDamagedToo(config, clock), config, clock);
    }

    /** Joins the parts. */
    static OpenInstallation of(Installation installation, Config config, Clock clock) {
        Evidence evidence = new Evidence(
                installation.evidence(),
                installation.store().sightings(),
                installation.keyring(),
                config.rule(),
                clock);
        PendingFacts pending =
                new PendingFacts(installation.evidence(), installation.pending(), installation.keyring(), clock);
        IntegrationStore integrations = installation.store().integrations();
        Webhooks webhooks = Webhooks.of(integrations, evidence, pending, new SecureRandom());
        EvidenceService service = new EvidenceService(
                evidence,
                installation.accounts(),
                pending,
                new Retention(installation.accounts(), config.retentionDays(), clock),
                webhooks.worker());
        Erasures.Stores stores = new Erasures.Stores(
                installation.evidence(),
                installation.store().sightings(),
                installation.store().tokens(),
                integrations);
        Erasures erasures = new Erasures(
                stores,
                service,
                pending,
                webhooks,
                installation.accounts(),
                installation.keyring(),
                new Erasures.Settings(config.keepsDisputable(), config.rule()),
                clock);
        Uploads uploads =
                new Uploads(service, installation.store().uploads(), integrations, installation.accounts(), clock);
        Purge purge = new Purge(
                stores, service, erasures, installation.accounts(), installation.keyring(), Purge.LEAST_STAY, clock);
        ChangeStore changes = installation.store().changes();
        Coverages coverages = new Coverages(evidence, integrations, installation.accounts(), new SecureRandom())
                .watchedBy(new ChangeFinder(evidence, webhooks.captureRates(), integrations, changes));
        return new OpenInstallation(
                installation,
                config,
                clock,
                evidence,
                pending,
                webhooks,
                service,
                uploads,
                erasures,
                new PlatformErasures(
                        erasures,
                        service,
                        webhooks.administration(installation.accounts().audit(), clock)),
                purge,
                coverages,
                new Notifications(
                        changes,
                        integrations,
                        installation.accounts().audit(),
                        new SecureRandom(),
                        config.notifiesPrivate(),
                        clock),
                new Failures());
    }

    public Accounts accounts() {
        return installation.accounts();
    }

    public Integrations integrations() {
        return webhooks.integrations();
    }

    public PastErasures pastErasures() {
        return new PastErasures(installation.store());
    }

    /** Returns what answers requests of the operator, with all checks of the interface. */
    public InnerCalls.OfOperator calls() {
        return new InnerCalls.OfOperator(config.limits(), routes(pdfs()), accounts(), failures);
    }

    @Override
    public void close() {
        installation.close();
    }

    /**
     * Returns what makes PDFs, with the fonts of the operator.
     *
     * @throws CannotStart if one of the fonts cannot be used
     */
    PdfRenderer pdfs() {
        try {
            return new PdfRenderer(PdfFonts.with(config.fonts()));
        } catch (PdfFonts.Unusable unusable) {
            throw new CannotStart("receipt.fonts: " + unusable.getMessage(), unusable);
        }
    }

    /**
     * Returns where people sign in to the console; {@code null} if keys alone sign in.
     *
     * @throws CannotStart if the secret of this service at the provider cannot be read
     */
    @Nullable
    OpenIdProvider provider() {
        OpenIdSettings settings = config.signIn().orElse(null);
        if (settings != null && !Files.isReadable(settings.secretFile())) {
            throw new CannotStart(settings.secretFile() + " cannot be read. It must have the secret of this service at "
                    + settings.issuer() + "; see sign-in.client-secret-file");
        }
        return settings == null ? null : new OpenIdProvider(settings, clock);
    }

    /** Returns the routes of the HTTP interface, without those of the console. */
    Routes routes(PdfRenderer pdfs) {
        ReceiptLinks links = new ReceiptLinks(
                installation.store().tokens(), installation.evidence(), accounts(), clock, new SecureRandom());
        VisitorLimit visitors = new VisitorLimit(config.publicRequests(), config.trustedProxies(), System::nanoTime);
        return Api.routes(
                service,
                uploads,
                erasures,
                webhooks.receiver(),
                webhooks.administration(installation.accounts().audit(), clock),
                coverages,
                webhooks.captureRates(),
                notifications,
                installation.accounts(),
                new PaperOperations(service, installation.accounts(), pdfs, PaperOperations.PATIENCE),
                new LinkOperations(links, config::linkUrl, visitors, failures),
                failures);
    }
}
