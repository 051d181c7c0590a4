package org.orderevidence.receipt;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.EvidenceItem;
import org.orderevidence.evidence.Eligibility.IpSource;
import org.orderevidence.evidence.Eligibility.PriorTransaction;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.receipt.TransactionFact.Transaction;

/**
 * The evidence for a dispute: the disputed transaction, the two earlier ones, and the data that is the same on all three.
 * The statement for the issuer and the submissions to processors are made from it.
 *
 * @param eligibility the verdict, which is {@linkplain Eligibility#isEligible qualified}
 * @param dispute the dispute that is answered; {@code null} if none is on record
 * @param transactions the disputed one, and the two earlier ones
 * @param same the data that is sent as the same on all three
 */
public record DisputeEvidence(
        Eligibility eligibility, @Nullable Dispute dispute, List<Transaction> transactions, List<Element> same) {
    /**
     * Returns the evidence.
     *
     * @param priors the orders of the selected pair
     * @param category of orders that have none; {@code null} if not set
     * @throws IllegalArgumentException if the verdict is not qualified, or an order of the pair is missing
     */
    public static DisputeEvidence of(
            StoredOrder disputed,
            Eligibility eligibility,
            @Nullable Dispute dispute,
            Map<OrderId, StoredOrder> priors,
            Charge.@Nullable Category category) {
        List<OrderId> pair = eligibility.selectedPair().stream()
                .map(PriorTransaction::orderId)
                .toList();
        if (!eligibility.isEligible() || !priors.keySet().containsAll(pair)) {
            throw new IllegalArgumentException("evidence needs a qualified order, and both earlier ones");
        }
        List<Transaction> transactions = Stream.concat(
                        Stream.of(disputed), pair.stream().map(priors::get).map(Objects::requireNonNull))
                .map(stored -> new Transaction(stored.order(), category))
                .toList();
        return new DisputeEvidence(eligibility, dispute, transactions, eligibility.matchedElements());
    }

    /** Returns true if an IP address that was not sent with its order is a part of it. */
    public boolean isTracked() {
        return same.contains(Element.IP)
                && Stream.concat(
                                Stream.of(item(Element.IP).source()),
                                eligibility.selectedPair().stream().map(PriorTransaction::ipSource))
                        .anyMatch(IpSource.TRACK::equals);
    }

    public Order disputed() {
        return transactions.getFirst().order();
    }

    /** Returns the two earlier transactions. */
    public List<Transaction> earlier() {
        return transactions.subList(1, transactions.size());
    }

    /** Returns the value that is the same on all three, in the form in which it was compared; {@code null} if none is. */
    public @Nullable String same(Element element) {
        return same.contains(element) ? item(element).value() : null;
    }

    private EvidenceItem item(Element element) {
        return Objects.requireNonNull(eligibility.evidence().get(element));
    }

    /** Returns where the IP addresses come from that were not sent with their orders, each as a sentence. */
    public List<String> ipNotes() {
        return transactions.stream()
                .filter(transaction -> !isIpOf(transaction))
                .map(transaction -> "Order " + transaction.order().id().value() + ": " + ipNote(transaction))
                .toList();
    }

    /** Returns false if the IP address is the same on all three, but was not sent with this transaction. */
    public boolean isIpOf(Transaction transaction) {
        return ipNote(transaction) == null;
    }

    private @Nullable String ipNote(Transaction transaction) {
        if (!same.contains(Element.IP)) {
            return null;
        }
        if (transaction.order().equals(disputed())) {
            return ipNote(item(Element.IP).source(), item(Element.IP).distanceMinutes());
        }
        PriorTransaction prior = eligibility.selectedPair().get(transactions.indexOf(transaction) - 1);
        return ipNote(prior.ipSource(), prior.ipDistanceMinutes());
    }

    private static @Nullable String ipNote(@Nullable IpSource source, @Nullable Long minutes) {
        return source == null
                ? null
                : switch (source) {
                    case ORDER -> null;
                    case INITIAL_ORDER -> "address of the customer at the start of the subscription";
                    case TRACK ->
                        "tracked address of the same customer, recorded "
                                + (minutes == null || minutes == 0
                                        ? "at the time of the transaction"
                                        : minutes + (minutes == 1 ? " minute" : " minutes") + " from the transaction");
                };
    }

    /**
     * Returns the earlier orders that have another value than the disputed one. Such a value harms, so it is in no evidence,
     * whatever the form of the processor asks for.
     */
    public List<OrderId> contradicting(Element element) {
        return element == Element.EMAIL
                ? earlier().stream()
                        .map(Transaction::order)
                        .filter(order ->
                                email(order).isPresent() && !email(order).equals(email(disputed())))
                        .map(Order::id)
                        .toList()
                : eligibility.selectedPair().stream()
                        .filter(prior -> prior.elements().get(element) == Eligibility.Comparison.DIFFERS)
                        .map(PriorTransaction::orderId)
                        .toList();
    }

    /** Returns the address of a customer, whatever the profile makes of it. */
    private static Optional<Email> email(Order order) {
        return Optional.ofNullable(order.receipt().customerEmail())
                .map(PersonalText::value)
                .flatMap(Email::parse);
    }

    /** Returns the e-mail address of the disputed order; {@code null} if it has none, or an earlier order has another. */
    public @Nullable String ownEmail() {
        return contradicting(Element.EMAIL).isEmpty()
                ? email(disputed()).map(Email::canonical).orElse(null)
                : null;
    }

    /** Returns the IP address of the disputed purchase; {@code null} if it was not sent with it, or an earlier order has another. */
    public @Nullable String ownIp() {
        EvidenceItem own = eligibility.evidence().get(Element.IP);
        return own != null
                        && own.source() == IpSource.ORDER
                        && contradicting(Element.IP).isEmpty()
                ? own.value()
                : same(Element.IP);
    }
}
