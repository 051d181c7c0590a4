package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.Connector.PlatformSwitch;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.IntegrationStore.Listing;
import org.orderevidence.webhook.Integrations.Change;

/** Changes integrations for an operator or a caller. Each change has an entry in the {@link AuditLog}. */
public record IntegrationAdministration(Webhooks webhooks, AuditLog audit, Clock clock) {
    /** Which events are replayed. */
    public record ReplayFilter(
            @Nullable String event, @Nullable String reason) {
        private boolean fits(UnmappedEvent listed) {
            return reason == null || reason.equals(listed.reason());
        }
    }

    public record Replayed(int events, @Nullable String next) {}

    public List<Integration> list(AccountSpace space) {
        return webhooks.integrations().all().stream()
                .filter(each -> each.space().equals(space))
                .toList();
    }

    public Optional<Integration> find(AccountSpace space, String id) {
        return webhooks.integrations().find(id).filter(found -> found.space().equals(space));
    }

    public Change add(
            Actor actor,
            AccountSpace space,
            Platform platform,
            IntegrationSettings settings,
            IntegrationSecrets secrets) {
        String id = webhooks.integrations().newId();
        return recorded(
                actor,
                space,
                AuditAction.INTEGRATION_ADDED,
                id,
                () -> webhooks.integrations().add(id, space, platform, settings, secrets),
                Change.Made.class::isInstance);
    }

    /** Gives an integration a new secret. The one before stays valid. */
    public Change rotate(Actor actor, Integration before, SecretText secret) {
        return change(
                actor,
                before,
                AuditAction.INTEGRATION_ROTATED,
                () -> webhooks.integrations().rotate(before.id(), secret));
    }

    /** Makes only the newest secret of an integration valid. */
    public Change endRotation(Actor actor, Integration before) {
        return change(
                actor,
                before,
                AuditAction.INTEGRATION_ROTATION_ENDED,
                () -> webhooks.integrations().endRotation(before.id()));
    }

    private Change change(Actor actor, Integration before, AuditAction action, Supplier<Change> change) {
        // A change without an effect is not recorded.
        return recorded(
                actor,
                before.space(),
                action,
                before.id(),
                change,
                result -> result instanceof Change.Made(Integration after)
                        && (!after.equals(before) || action == AuditAction.INTEGRATION_REMOVED));
    }

    private <T> T recorded(
            Actor actor,
            AccountSpace space,
            AuditAction action,
            String integration,
            Supplier<T> change,
            Predicate<T> isMade) {
        requireOwn(actor, space);
        return audit.recorded(actor, space, action, integration, null, change, isMade);
    }

    /** Removes an integration that has no open tasks. */
    public Change remove(Actor actor, Integration before) {
        requireOwn(actor, before.space());
        if (webhooks.tasks().hasOpen(before.id())) {
            return Change.Refused.HAS_TASKS;
        }
        return change(
                actor,
                before,
                AuditAction.INTEGRATION_REMOVED,
                () -> webhooks.integrations().remove(before.id()));
    }

    /** Has events mapped again that changed nothing. Examines at most {@link Inbox#MAX_PAGE} events. */
    public Replayed replay(Actor actor, Integration integration, ReplayFilter filter, @Nullable String after) {
        return recorded(
                actor,
                integration.space(),
                AuditAction.INTEGRATION_REPLAYED,
                integration.id(),
                () -> replay(integration.id(), filter, after),
                replayed -> replayed.events() > 0);
    }

    private Replayed replay(String id, ReplayFilter filter, @Nullable String after) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String event = filter.event();
        if (event != null) {
            return new Replayed(webhooks.inbox().replay(id, event, now) ? 1 : 0, null);
        }
        Listing<UnmappedEvent> page = webhooks.inbox().unmapped(id, after, Inbox.MAX_PAGE);
        long replayed = page.items().stream()
                .filter(listed -> filter.fits(listed) && webhooks.inbox().replay(id, listed.id(), now))
                .count();
        return new Replayed(Math.toIntExact(replayed), page.next());
    }

    public IntegrationStatus status(Integration integration) {
        String source = integration.source().name();
        List<CaptureDay> days = webhooks.captureRates().days(integration.space());
        return new IntegrationStatus(
                integration,
                webhooks.tasks().count(integration.id()),
                webhooks.eventCounts().count(integration.id()),
                days,
                webhooks.captureRates().alarms(days).stream()
                        .filter(alarm -> alarm.path().source().equals(source))
                        .toList(),
                PlatformSwitch.off(Platforms.of(integration.platform()).about().switches(), source, days));
    }

    /** Marks a task of an integration as done. Repeating it changes nothing. Returns empty if there is no such task. */
    public Optional<PrivacyTask> finish(Actor actor, Integration integration, String taskId) {
        requireOwn(actor, integration.space());
        PrivacyTask task = webhooks.tasks().find(integration.id(), taskId).orElse(null);
        if (task == null || task.done() != null) {
            return Optional.ofNullable(task);
        }
        return Optional.of(audit.recorded(
                actor,
                integration.space(),
                AuditAction.PRIVACY_TASK_DONE,
                integration.id(),
                taskId,
                () -> webhooks.tasks().finish(integration, task, actor.name()),
                _ -> true));
    }

    private static void requireOwn(Actor actor, AccountSpace space) {
        if (!actor.mayChange(space)) {
            throw new IllegalArgumentException("a caller changes only the integrations of its own account and mode");
        }
    }

    /**
     * The data of an integration for its owner.
     *
     * @param days the days whose orders were counted, of all sources of its account
     */
    public record IntegrationStatus(
            Integration integration,
            PrivacyTasks.Count tasks,
            EventCounts.Counted events,
            List<CaptureDay> days,
            List<CaptureAlarm> alarms,
            List<PlatformSwitch> switches) {
        /** Returns the orders of this integration by day and way of payment, the oldest day first. */
        public List<CaptureDay.Rate> rates() {
            String source = integration.source().name();
            return days.stream()
                    .flatMap(CaptureDay::rates)
                    .filter(rate -> rate.path().source().equals(source))
                    .toList();
        }
    }
}
