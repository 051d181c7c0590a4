package org.orderevidence.webhook;

import java.util.regex.Pattern;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.IntegrationRecord.RecordKey;

/** The keys under which records of integrations are stored. What they are derived from cannot be read from them. */
record RecordKeys(Keyring keyring) {
    static final String INTEGRATIONS = "integrations";

    /** The group of all secrets that are used. */
    static final String SECRETS = "secrets";

    /** A secret belongs to one integration of the installation, whatever its space. */
    private static final AccountSpace ALL_SPACES = new AccountSpace("all", AccountSpace.Mode.LIVE);

    /** Digits of a hash that choose the group of an event: 4,096 groups for each integration. */
    private static final int GROUP_DIGITS = 3;

    /** The first byte of a hash is its version, which is the same for all. */
    private static final int VERSION_DIGITS = 2;

    private static final String PAYMENT_ORDER = "payment-order/";

    private static final Pattern EVENT_NAME = Pattern.compile("[0-9a-f]{34}");

    private String hash(AccountSpace space, String purpose, String value) {
        return keyring.integrationKey(space, "integration-" + purpose, value);
    }

    static RecordKey integration(String id) {
        return new RecordKey(INTEGRATIONS, id);
    }

    RecordKey secret(SecretText secret) {
        return new RecordKey(SECRETS, hash(ALL_SPACES, "secret", secret.value()));
    }

    RecordKey link(AccountSpace space, ObjectReference reference) {
        return new RecordKey("link/" + hash(space, "link", reference.value()), "order");
    }

    RecordKey shopperClaim(AccountSpace space, OrderId order) {
        return new RecordKey("shopper-claim/" + hash(space, "shopper-claim", order.value()), "payment");
    }

    RecordKey paymentOrder(AccountSpace space, OrderId order) {
        return new RecordKey(PAYMENT_ORDER + hash(space, "payment-order", order.value()), "order");
    }

    /** The group of the orders with the ID of their payment that were moved to an order. */
    String former(AccountSpace space, OrderId order) {
        return "former/" + hash(space, "former", order.value());
    }

    /** Returns true if this is the key of an order that has the ID of its payment. */
    static boolean isPaymentOrder(RecordKey key) {
        return key.group().startsWith(PAYMENT_ORDER);
    }

    /** Returns the name of an event among those of its integration. */
    String eventName(AccountSpace space, String id) {
        return hash(space, "event", id);
    }

    static RecordKey event(String integration, String name) {
        String group = name.substring(VERSION_DIGITS, VERSION_DIGITS + GROUP_DIGITS);
        return new RecordKey("event/" + integration + "/" + group, name);
    }

    static String eventGroup(String integration, int number) {
        return "event/" + integration + "/" + "%03x".formatted(number);
    }

    /** The group of the days of an account space whose orders were counted. */
    String captureDays(AccountSpace space) {
        return "capture/" + hash(space, "capture", "days");
    }

    static boolean isEvent(RecordKey key) {
        return key.group().startsWith("event/");
    }

    static boolean isEventOf(String integration, RecordKey key) {
        return key.group().startsWith("event/" + integration + "/");
    }

    /** Returns true if an event can have this name. */
    static boolean isEventName(String name) {
        return EVENT_NAME.matcher(name).matches();
    }

    static String openTasks(String integration) {
        return "tasks/" + integration;
    }

    static String doneTasks(String integration) {
        return "tasks-done/" + integration;
    }

    static String unmapped(String integration) {
        return "unmapped/" + integration;
    }
}
