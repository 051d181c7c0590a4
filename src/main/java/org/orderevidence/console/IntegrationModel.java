package org.orderevidence.console;

import java.util.List;
import java.util.Map;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.JsonNode;

/**
 * The page of integrations.
 *
 * @param rows the integrations of the account and mode
 * @param next cursor of the next page; empty at the end
 * @param platform whose fields the form has
 * @param typed what was typed into the form, by field, without secrets
 * @param error what is wrong with it; empty if nothing is
 */
public record IntegrationModel(
        List<Row> rows, String next, Platform platform, Map<String, String> typed, String error) {
    public IntegrationModel {
        rows = List.copyOf(rows);
        typed = Map.copyOf(typed);
    }

    /** Returns a platform as people write it. */
    public static String name(Platform platform) {
        return switch (platform) {
            case STRIPE -> "Stripe";
            case ADYEN -> "Adyen";
            case SHOPIFY -> "Shopify";
        };
    }

    /** Returns what to do to connect the platform, in three steps. */
    public List<String> steps() {
        return switch (platform) {
            case STRIPE ->
                List.of(
                        "In Stripe, open Workbench, Webhooks. Create a destination with the events of charges, refunds,"
                                + " disputes, early fraud warnings and checkout sessions. Reveal its signing secret.",
                        "Add the integration here with this secret.",
                        "In the destination, enter the address that the next page shows as Endpoint URL.");
            case SHOPIFY ->
                List.of(
                        "In Shopify, open Settings, Notifications, Webhooks. Copy the secret below the list.",
                        "Add the integration here with this secret.",
                        "For each event of orders, refunds and disputes, create a webhook in the format JSON. Enter the"
                                + " address that the next page shows as URL.");
            case ADYEN ->
                List.of(
                        "In Adyen, open Developers, Webhooks. Create a standard webhook. Generate its HMAC key, and choose"
                                + " a user name and a password.",
                        "Add the integration here with these values.",
                        "In the webhook, enter the address that the next page shows as URL, the user name and the"
                                + " password. Then test the configuration.");
        };
    }

    /** Returns what was typed into a field. */
    public String typed(String name) {
        return typed.getOrDefault(name, "");
    }

    /**
     * An integration.
     *
     * @param id its ID
     * @param platform name of the platform
     * @param address where the platform sends webhooks
     * @param created when it was added
     * @param prefix before order IDs; empty for nothing
     * @param secrets how many secrets are valid
     */
    public record Row(String id, String platform, String address, String created, String prefix, int secrets) {
        static Row of(JsonNode integration, String service) {
            return new Row(
                    Values.text(integration, "id"),
                    name(Values.text(integration, "platform")),
                    service + Values.text(integration, "path"),
                    Values.time(integration, "createdAt"),
                    Values.text(integration, "orderIdPrefix"),
                    integration.path("secrets").asInt(1));
        }

        private static String name(String platform) {
            return Platform.named(platform).map(IntegrationModel::name).orElse(platform);
        }
    }

    /**
     * The page of one integration.
     *
     * @param row the integration
     * @param lastEvent type and time of the event that was received last; empty if there is none
     * @param waiting how many events are not mapped yet
     * @param openTasks tasks about personal data that are not done
     * @param overdueTasks those that should have been done
     * @param events that changed nothing, one page
     * @param next cursor of the next page; empty at the end
     * @param capture how often its orders have what evidence needs
     */
    public record One(
            Row row,
            String lastEvent,
            long waiting,
            int openTasks,
            int overdueTasks,
            List<Event> events,
            String next,
            CaptureTable capture) {
        public One {
            events = List.copyOf(events);
        }

        /** Returns the reasons of the events, each once. */
        public List<String> reasons() {
            return events.stream().map(Event::reason).distinct().sorted().toList();
        }
    }

    /**
     * An event that changed nothing.
     *
     * @param id by which it is replayed
     * @param type the platform's name for it
     * @param reason code
     * @param detail what is wrong
     * @param received when
     */
    public record Event(String id, String type, String reason, String detail, String received) {
        static Event of(JsonNode event) {
            return new Event(
                    Values.text(event, "id"),
                    Values.text(event, "type"),
                    Values.text(event, "reason"),
                    Values.text(event, "detail"),
                    Values.time(event, "receivedAt"));
        }
    }
}
