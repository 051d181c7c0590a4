package org.orderevidence.integration.adyen;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.AccountSpace.Mode;

/** An Adyen notification: one or more items. */
public sealed interface AdyenNotification {
    /** The most items of a notification that are read. Adyen sends one as JSON, and at most 6 in older settings. */
    int MAX_ITEMS = 100;

    /**
     * A notification that can be read.
     *
     * @param items at least one
     */
    record Items(List<AdyenItem> items) implements AdyenNotification {
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * A body that is no notification.
     *
     * @param result what it means
     */
    record Unreadable(Mapping.Unmapped result) implements AdyenNotification {}

    /** Reads a body. Never throws. */
    static AdyenNotification read(byte[] body) {
        try {
            EventJson notification = EventJson.parse(body);
            Boolean live = notification.flag("live");
            Mode mode = live == null ? null : live ? Mode.LIVE : Mode.TEST;
            List<AdyenItem> items = new ArrayList<>();
            for (EventJson wrapper : notification.list("notificationItems", MAX_ITEMS + 1)) {
                items.add(new AdyenItem(wrapper.in("NotificationRequestItem"), mode));
            }
            if (items.isEmpty()) {
                throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "notificationItems");
            }
            if (items.size() > MAX_ITEMS) {
                throw new UnmappableEvent(Mapping.Reason.UNREADABLE, "more than " + MAX_ITEMS + " notificationItems");
            }
            return new Items(items);
        } catch (UnmappableEvent unmappable) {
            return new Unreadable(unmappable.result(null));
        }
    }
}
