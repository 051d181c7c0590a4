package org.orderevidence;

import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Retention;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.erasure.PastErasures;
import org.orderevidence.erasure.Purge;
import org.orderevidence.http.InnerCalls;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.webhook.HistoryImport;
import org.orderevidence.webhook.Integrations;

/** An installation that a command has opened, also while a service runs. The command calls its interface as the operator. */
public final class OpenInstallation implements AutoCloseable {
    private final Composition parts;
    private InnerCalls.@Nullable OfOperator calls;

    private OpenInstallation(Composition parts) {
        this.parts = parts;
    }

    /**
     * Opens the store, even if it is damaged: a key can then still be revoked.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static OpenInstallation open(Config config) {
        Clock clock = Clock.systemUTC();
        return new OpenInstallation(Composition.of(Installation.openDamagedToo(config, clock), config, clock));
    }

    /**
     * Answers a request of the operator, with all checks of the interface.
     *
     * @param space what the request may see and change
     */
    public synchronized InnerCalls.Reply answer(AccountSpace space, InnerCalls.Call call) {
        InnerCalls.OfOperator opened = calls;
        if (opened == null) {
            opened = new InnerCalls.OfOperator(
                    parts.config().limits(), parts.routes(parts.pdfs()), accounts(), parts.failures());
            calls = opened;
        }
        return opened.answer(space, call);
    }

    /** Returns the address of the store, without password. */
    public String store() {
        return parts.config().store().toString();
    }

    public Accounts accounts() {
        return parts.installation().accounts();
    }

    /** Returns the last run of the retention over a space; empty if there was none. */
    public Optional<Purge.Run> purged(AccountSpace space) {
        return parts.purge().run(space);
    }

    /** Returns how long orders are stored. */
    public Retention retention() {
        return parts.service().retention();
    }

    public Integrations integrations() {
        return parts.webhooks().integrations();
    }

    /** Returns what repeats erasures. */
    public Erasures erasures() {
        return parts.erasures();
    }

    /** Returns the erasures of the store. */
    public PastErasures pastErasures() {
        return new PastErasures(parts.installation().store());
    }

    /** Returns what imports the history of an integration. */
    public HistoryImport history(Integration integration) {
        return new HistoryImport(
                integration, parts.installation().store().integrations(), parts.evidence(), parts.pending());
    }

    @Override
    public void close() {
        parts.installation().close();
    }
}
