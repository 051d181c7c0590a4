package org.orderevidence.webhook;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.InboxEvent.EventState;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Webhook;
import org.orderevidence.integration.adyen.Adyen;
import org.orderevidence.integration.shopify.Shopify;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Sha256;
import org.orderevidence.order.part.Platform;

/** The platforms that can be connected. A new one is added to this list and to {@link Platform}. */
public final class Platforms {
    private static final List<Connector> ALL = List.of(new Stripe(), new Shopify(), new Adyen());

    private Platforms() {}

    public static List<Connector> all() {
        return ALL;
    }

    /** Returns those whose exported files can be imported. */
    public static List<Connector> importing() {
        return ALL.stream().filter(each -> !each.about().importHelp().isEmpty()).toList();
    }

    /** Returns the names of all in a sentence, such as {@code stripe, shopify or adyen}. */
    public static String list(Function<Connector.About, String> name, String word) {
        return list(ALL, name, word);
    }

    public static String list(List<Connector> platforms, Function<Connector.About, String> name, String word) {
        List<String> names = platforms.stream().map(Connector::about).map(name).toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + " " + word + " " + names.getLast();
    }

    /** Returns the names of those that send a password with their webhooks. */
    public static String withPassword(Function<Connector.About, String> name) {
        return ALL.stream()
                .map(Connector::about)
                .filter(Connector.About::sendsPassword)
                .map(name)
                .collect(Collectors.joining(" and "));
    }

    public static Connector of(Platform platform) {
        return ALL.stream()
                .filter(each -> each.platform() == platform)
                .findFirst()
                .orElseThrow();
    }

    public static List<PlatformSetting> settings() {
        return ALL.stream().flatMap(each -> each.about().settings().stream()).toList();
    }

    static List<InboxEvent> verified(Integration integration, Webhook webhook, Instant now) {
        return of(integration.platform()).verified(webhook, integration.secrets(), now).stream()
                .map(event -> received(integration, event, now))
                .toList();
    }

    private static InboxEvent received(Integration integration, Connector.Signed event, Instant now) {
        EventHead head = head(integration, event);
        return new InboxEvent(
                integration.id(),
                head == null ? HexFormat.of().formatHex(Sha256.of(event.body())) : head.id(),
                head == null ? null : head.type(),
                event.topic(),
                now,
                new EventState.Waiting(0, now.plus(InboxEvent.OWN_TIME)),
                Bytes.wrap(event.body()));
    }

    /** A mapper that fails must not lose the event: the worker tries it again and lists it. */
    private static @Nullable EventHead head(Integration integration, Connector.Signed event) {
        try {
            return of(integration.platform()).head(event, integration.mapperSettings());
        } catch (RuntimeException failed) {
            return null;
        }
    }

    static Mapping map(Integration integration, InboxEvent event) {
        return of(integration.platform())
                .map(new Connector.Signed(event.topic(), event.body().toArray()), integration.mapperSettings());
    }
}
