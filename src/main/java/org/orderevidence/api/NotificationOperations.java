package org.orderevidence.api;

import static org.orderevidence.wire.AnswerShape.part;
import static org.orderevidence.wire.AnswerValue.COUNT;
import static org.orderevidence.wire.AnswerValue.SECOND;
import static org.orderevidence.wire.AnswerValue.code;
import static org.orderevidence.wire.AnswerValue.described;
import static org.orderevidence.wire.AnswerValue.listOf;
import static org.orderevidence.wire.AnswerValue.matching;
import static org.orderevidence.wire.AnswerValue.text;
import static org.orderevidence.wire.AnswerValue.uri;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.notification.Endpoint;
import org.orderevidence.notification.Endpoint.EndpointState;
import org.orderevidence.notification.Endpoint.Progress;
import org.orderevidence.notification.Notifications;
import org.orderevidence.store.ChangeStore.Change;
import org.orderevidence.store.ChangeStore.ChangePage;
import org.orderevidence.store.ChangeStore.ChangeType;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.AnswerShape;
import org.orderevidence.wire.AnswerValue;

/** Lists what has changed for a merchant, and sets where it is sent. */
record NotificationOperations(Notifications notifications, Accounts accounts) {
    private static final String CURSOR = "[0-9a-f]{48}";
    private static final AnswerValue<String> FACT = text(400);

    private static final AnswerShape<Map<String, String>> CHANGE_DATA = new AnswerShape<Map<String, String>>(
                    "ChangeData")
            .means("What a change is about. Each type has some of these fields.")
            .mayHave("orderId", FACT, facts -> facts.get("orderId"), "The ID of the order.")
            .mayHave("reason", FACT, facts -> facts.get("reason"), "The code of the reason why it is not eligible.")
            .mayHave("disputeId", FACT, facts -> facts.get("disputeId"), "The ID of the dispute.")
            .mayHave("condition", FACT, facts -> facts.get("condition"), "The network's code of it, or `unknown`.")
            .mayHave("respondBy", FACT, facts -> facts.get("respondBy"), "Its deadline: a time or a day.")
            .mayHave("source", FACT, facts -> facts.get("source"), "Where orders come from that lack a field.")
            .mayHave("method", FACT, facts -> facts.get("method"), "How they are paid.")
            .mayHave("field", FACT, facts -> facts.get("field"), "What they lack.")
            .mayHave("detail", FACT, facts -> facts.get("detail"), "The alarm as a sentence.");

    private static final AnswerShape<Change> CHANGE = new AnswerShape<Change>("Change")
            .means("A change that the service has found in your orders.")
            .has("id", matching("^evt_[0-9a-f]{32}$"), Change::id, "The ID of the change.")
            .has("type", described("ChangeType"), change -> change.type().wireName(), "What changed.")
            .has("timestamp", SECOND, Change::at, "When it was found, in whole seconds.")
            .has("data", CHANGE_DATA, Change::data, "What it is about.");

    static final AnswerShape<ChangePage> CHANGES = new AnswerShape<ChangePage>("ChangeList")
            .means("One page of changes.")
            .has("changes", listOf(CHANGE, 100), ChangePage::changes, "The changes, oldest first.")
            .has("nextCursor", matching("^" + CURSOR + "$"), ChangePage::next)
            .means("Send it as `cursor` to continue. If there are no more changes, send it later for new ones.");

    static final AnswerShape<EndpointAt> NOTIFICATIONS = new AnswerShape<EndpointAt>("Notifications")
            .means("Where changes are sent, and whether they arrive.")
            .has("state", code("NotificationState"), EndpointAt::state, "Whether changes arrive.")
            .mayHave("url", uri(AccountReader.LONGEST_URL), at -> part(at.endpoint, Endpoint::url))
            .means("The address. Without an endpoint, this and all other fields are left out.")
            .mayHave("types", listOf(described("ChangeType"), ChangeType.values().length), EndpointAt::types)
            .means("Only changes of these types are sent. Left out if all are.")
            .mayHave("secret", text(100), at -> at.isShown ? part(at.endpoint, Endpoint::secret) : null)
            .means("The new secret that signs. Left out in all other responses: it cannot be shown again.")
            .mayHave("cursor", matching("^" + CURSOR + "$"), at -> at.progress(Progress::cursor))
            .means("The position behind the last change that was received, as in the list of changes.")
            .mayHave("lastDeliveredAt", SECOND, at -> at.progress(Progress::deliveredAt), "When a change arrived last.")
            .mayHave("lastFailure", text(200), at -> at.progress(Progress::failure), "Why the last attempt failed.")
            .mayHave("failingSince", SECOND, at -> at.progress(Progress::failingSince))
            .means("When the next change was first sent without success.")
            .mayHave("nextAttemptAt", SECOND, at -> at.progress(Progress::next), "Nothing is sent before this time.")
            .mayHave("skipped", COUNT, at -> at.progress(Progress::skipped))
            .means("How many changes were not received within three days, and were given up.");

    /**
     * An endpoint as it is shown.
     *
     * @param endpoint {@code null} if there is none
     */
    record EndpointAt(@Nullable Endpoint endpoint, boolean isShown) {
        private EndpointState state() {
            return endpoint == null ? EndpointState.NONE : endpoint.state();
        }

        private @Nullable List<String> types() {
            return endpoint == null || endpoint.types().isEmpty()
                    ? null
                    : endpoint.types().stream().map(ChangeType::wireName).toList();
        }

        private <V> @Nullable V progress(Function<Progress, @Nullable V> value) {
            return part(part(endpoint, Endpoint::progress), value);
        }
    }

    Answer changes(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = Cursor.per(query);
        String after = Cursor.of(query, CURSOR);
        return query.answer(
                exchange, () -> exchange.object(200, CHANGES, notifications.page(exchange.space(), after, per)));
    }

    private static Answer answer(Exchange exchange, @Nullable Endpoint endpoint, boolean isShown) {
        return exchange.object(200, NOTIFICATIONS, new EndpointAt(endpoint, isShown));
    }

    Answer fetch(Exchange exchange) {
        return answer(exchange, notifications.endpoint(exchange.space()).orElse(null), false);
    }

    Answer set(Exchange exchange) {
        return AccountOperations.change(
                exchange,
                accounts,
                body -> AccountReader.endpoint(body, notifications::fault),
                (actor, target) -> set(exchange, actor, target));
    }

    private Answer set(Exchange exchange, Actor actor, AccountReader.Target target) {
        String before =
                notifications.endpoint(exchange.space()).map(Endpoint::secret).orElse("");
        Endpoint set = notifications.set(actor, exchange.space(), target.url(), target.types(), target.rotatesSecret());
        return answer(exchange, set, !before.equals(set.secret()));
    }

    Answer remove(Exchange exchange) {
        return AccountOperations.change(exchange, accounts, actor -> {
            notifications.remove(actor, exchange.space());
            return answer(exchange, null, false);
        });
    }

    Answer replay(Exchange exchange) {
        return AccountOperations.change(
                exchange,
                accounts,
                body -> AccountReader.replay(body, notifications.clock().instant()),
                (actor, cursor) -> answer(
                        exchange,
                        notifications.replay(actor, exchange.space(), cursor).orElse(null),
                        false));
    }

    /** Adds a change to be sent as a test. */
    Answer test(Exchange exchange) {
        return AccountOperations.change(
                exchange, accounts, _ -> exchange.object(200, CHANGE, notifications.test(exchange.space())));
    }
}
