package org.orderevidence.console.find;

import org.orderevidence.console.Shown;
import org.orderevidence.console.Visit;
import org.orderevidence.evidence.rule.Eligibility;
import org.orderevidence.order.Charge;
import org.orderevidence.order.StoredOrder;

/**
 * An order in the list.
 *
 * @param id the merchant's ID
 * @param path of its page
 * @param day of the transaction
 * @param amount with its currency
 * @param card what is known of the card
 * @param state what became of the charge; empty if it is paid
 * @param disputed true if an active dispute is on record
 * @param verdict of compelling evidence
 */
public record OrderRow(
        String id,
        String path,
        String day,
        String amount,
        String card,
        String state,
        boolean disputed,
        Shown.Verdict verdict) {
    static OrderRow of(StoredOrder stored, Eligibility eligibility) {
        Charge charge = stored.order().charge();
        String id = stored.order().id().value();
        return new OrderRow(
                id,
                Visit.orderPath(id),
                charge.transactionTime().day().toString(),
                Shown.money(charge.money()),
                Shown.card(charge.credential()),
                Shown.chargeState(charge),
                stored.disputes().stream().anyMatch(dispute -> dispute.isActive()),
                Shown.verdict(eligibility));
    }
}
