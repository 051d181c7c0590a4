package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.PlatformSwitch;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.SecretText;
import org.orderevidence.integration.UnmappedEvent;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;
import org.orderevidence.webhook.Integrations.Change;

/** Changes integrations for an operator or a caller. Each change has an entry in the {@link AuditLog}. */
public final class IntegrationAdministration {
    private final Integrations integrations;
    private final Inbox inbox;
    private final PrivacyTasks tasks;
    private final EventCounts events;
    private final CaptureRates rates;
    private final AuditLog audit;
    private final Clock clock;

    public IntegrationAdministration(
            Integrations integrations,
            Inbox inbox,
            PrivacyTasks tasks,
            EventCounts events,
            CaptureRates rates,
            AuditLog audit,
            Clock clock) {
        this.integrations = integrations;
        this.inbox = inbox;
        this.tasks = tasks;
        this.events = events;
        this.rates = rates;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * Which events are replayed.
     *
     * @param event only this one; empty for all
     * @param reason only those with this reason; empty for any
     */
    public record ReplayFilter(
            @Nullable String event, @Nullable String reason) {
        private boolean fits(UnmappedEvent listed) {
            return reason == null || reason.equals(listed.reason());
        }
    }

    /**
     * What was replayed.
     *
     * @param next where to continue; empty if that was all
     */
    public record Replayed(int events, @Nullable String next) {}

    /** Returns the integrations of an account space by id. */
    public List<Integration> list(AccountSpace space) {
        return integrations.all().stream()
                .filter(each -> each.space().equals(space))
                .toList();
    }

    /** Returns an integration of an account space, or empty if it has none of this id. */
    public Optional<Integration> find(AccountSpace space, String id) {
        return integrations.find(id).filter(found -> found.space().equals(space));
    }

    /** Returns the time, as it decides about tasks. */
    public Instant now() {
        return clock.instant();
    }

    /** Adds an integration. */
    public Change add(
            Actor actor,
            AccountSpace space,
            Platform platform,
            IntegrationSettings settings,
            IntegrationSecrets secrets) {
        requireOwn(actor, space);
        String id = integrations.newId();
        return audit.recorded(
                actor,
                space,
                AuditAction.INTEGRATION_ADDED,
                id,
                null,
                () -> integrations.add(id, space, platform, settings, secrets),
                change -> change instanceof Change.Made);
    }

    /** Gives an integration a new secret. The one before stays valid. */
    public Change rotate(Actor actor, Integration before, SecretText secret) {
        return change(actor, before, AuditAction.INTEGRATION_ROTATED, () -> integrations.rotate(before.id(), secret));
    }

    /** Makes only the newest secret of an integration valid. */
    public Change endRotation(Actor actor, Integration before) {
        return change(
                actor, before, AuditAction.INTEGRATION_ROTATION_ENDED, () -> integrations.endRotation(before.id()));
    }

    /** A change that finds everything as it should be is none. */
    private Change change(Actor actor, Integration before, AuditAction action, Supplier<Change> change) {
        requireOwn(actor, before.space());
        return audit.recorded(
                actor,
                before.space(),
                action,
                before.id(),
                null,
                change,
                result -> result instanceof Change.Made(Integration after) && !after.equals(before));
    }

    /** Removes an integration that has no open tasks. */
    public Change remove(Actor actor, Integration before) {
        requireOwn(actor, before.space());
        if (tasks.hasOpen(before.id())) {
            return new Change.HasTasks();
        }
        return audit.recorded(
                actor,
                before.space(),
                AuditAction.INTEGRATION_REMOVED,
                before.id(),
                null,
                () -> integrations.remove(before.id()),
                change -> change instanceof Change.Made);
    }

    /**
     * Has events mapped again that changed nothing. Examines at most {@link Inbox#MAX_PAGE} events.
     *
     * @param after {@link Replayed#next} of the call before; empty for the first
     */
    public Replayed replay(Actor actor, Integration integration, ReplayFilter filter, @Nullable String after) {
        requireOwn(actor, integration.space());
        return audit.recorded(
                actor,
                integration.space(),
                AuditAction.INTEGRATION_REPLAYED,
                integration.id(),
                null,
                () -> replay(integration.id(), filter, after),
                replayed -> replayed.events() > 0);
    }

    private Replayed replay(String id, ReplayFilter filter, @Nullable String after) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String event = filter.event();
        if (event != null) {
            return new Replayed(inbox.replay(id, event, now) ? 1 : 0, null);
        }
        Inbox.UnmappedPage page = inbox.unmapped(id, after, Inbox.MAX_PAGE);
        int replayed = 0;
        for (UnmappedEvent listed : page.events()) {
            if (filter.fits(listed) && inbox.replay(id, listed.id(), now)) {
                replayed++;
            }
        }
        return new Replayed(replayed, page.next());
    }

    /** Returns events of an integration that changed nothing. See {@link Inbox#unmapped}. */
    public Inbox.UnmappedPage unmapped(Integration integration, @Nullable String after, int limit) {
        return inbox.unmapped(integration.id(), after, limit);
    }

    /** Returns tasks of an integration. See {@link PrivacyTasks#list}. */
    public PrivacyTasks.Page tasks(Integration integration, boolean done, @Nullable String after, int limit) {
        return tasks.list(integration.id(), done, after, limit);
    }

    /** Returns the data of an integration for its owner. */
    public IntegrationStatus status(Integration integration) {
        String source = integration.source().name();
        List<CaptureDay> days = rates.days(integration.space());
        return new IntegrationStatus(
                integration,
                tasks.count(integration.id()),
                events.count(integration.id()),
                days,
                rates.alarms(days).stream()
                        .filter(alarm -> alarm.path().source().equals(source))
                        .toList(),
                PlatformSwitch.off(Platforms.of(integration.platform()).switches(), source, days));
    }

    /** Marks a task of an integration as done. Repeating it changes nothing. Returns empty if there is no such task. */
    public Optional<PrivacyTask> finish(Actor actor, Integration integration, String taskId) {
        requireOwn(actor, integration.space());
        PrivacyTask task = tasks.find(integration.id(), taskId).orElse(null);
        if (task == null || task.done() != null) {
            return Optional.ofNullable(task);
        }
        return Optional.of(audit.recorded(
                actor,
                integration.space(),
                AuditAction.PRIVACY_TASK_DONE,
                integration.id(),
                taskId,
                () -> tasks.finish(integration, task, actor.name()),
                _ -> true));
    }

    private static void requireOwn(Actor actor, AccountSpace space) {
        if (!actor.mayChange(space)) {
            throw new IllegalArgumentException("a caller changes only the integrations of its own account and mode");
        }
    }
}
