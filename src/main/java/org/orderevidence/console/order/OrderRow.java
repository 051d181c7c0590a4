package org.orderevidence.console.order;

import org.orderevidence.console.Shown;
import org.orderevidence.console.Visit;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;

/**
 * An order in the list.
 *
 * @param id the merchant's ID
 * @param path of its page
 * @param time of the transaction
 * @param customer name, e-mail address or ID of the customer; empty if none is known
 * @param amount with its currency
 * @param card what is known of the card
 * @param state what became of the charge
 * @param disputed true if an active dispute is on record
 * @param verdict of compelling evidence
 */
public record OrderRow(
        String id,
        String path,
        String time,
        String customer,
        String amount,
        String card,
        String state,
        boolean disputed,
        Shown.Verdict verdict) {
    @Override
    public String toString() {
        return "OrderRow[" + id + "]";
    }

    static OrderRow of(StoredOrder stored, Eligibility eligibility) {
        Charge charge = stored.order().charge();
        String id = stored.order().id().value();
        return new OrderRow(
                id,
                Visit.orderPath(id),
                Shown.time(charge.transactionTime()),
                customer(stored.order()),
                Shown.money(charge.money()),
                Shown.card(charge.credential()),
                Shown.chargeState(stored),
                stored.disputes().stream().anyMatch(dispute -> dispute.isActive()),
                Shown.verdict(eligibility));
    }

    private static String customer(Order order) {
        Receipt.PersonName name = order.receipt().customerName();
        String full = name == null ? null : name.full();
        PersonalText other = order.receipt().customerEmail() == null
                ? order.customer().accountId()
                : order.receipt().customerEmail();
        return full != null ? full : other == null ? "" : other.value();
    }
}
