package org.orderevidence.service;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt.PersonName;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.store.OrderComposer;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.document.PriorFactsDocument;

/** Derives from an order what stores write next to its parts: its keys and its facts as a prior. */
public record DerivedOrders(Keyring keys) implements OrderComposer {
    @Override
    public Optional<ComposedOrder> compose(
            AccountSpace space, OrderId id, Collection<Part> parts, List<Dispute> disputes) {
        return switch (Composition.of(id, parts)) {
            case Composition.Complete complete ->
                Optional.of(derive(space, complete.order(), disputes, complete.notes()));
            case Composition.Incomplete _ -> Optional.empty();
        };
    }

    public ComposedOrder derive(AccountSpace space, Order order) {
        return derive(space, order, List.of(), OrderNotes.NONE);
    }

    private ComposedOrder derive(AccountSpace space, Order order, List<Dispute> disputes, OrderNotes notes) {
        OrderKeys derived = new OrderKeys(space, keys);
        @Nullable KeyedHash customer = derived.customer(order);
        PriorFacts facts = derived.facts(order, customer);
        return new ComposedOrder(
                ListPlace.time(order.charge().transactionTime()),
                derived.references(order, customer, disputes),
                facts.day(),
                derived.credentials(order),
                PriorFactsDocument.encode(facts),
                notes);
    }

    /** Derives from an order of one space what it is found by and compared with. */
    public record OrderKeys(AccountSpace space, Keyring keys) {
        /** The key of the order's customer; null if it has no valid e-mail. */
        public @Nullable KeyedHash customer(Order order) {
            PersonalText email = order.receipt().customerEmail();
            return email == null
                    ? null
                    : Email.parse(email.value())
                            .map(parsed -> keys.customer(space, parsed))
                            .orElse(null);
        }

        /**
         * The keys under which the order's own history is looked for: of its payment account reference and of its
         * fingerprint, else of its BIN. None if its card is not known.
         */
        List<KeyedHash> searched(Order order) {
            PaymentCredential card = order.charge().credential();
            return card.isSure() ? sure(card) : credentials(order);
        }

        /** The keys under which the order can be found as a prior: at most one of each kind. */
        public List<KeyedHash> credentials(Order order) {
            PaymentCredential card = order.charge().credential();
            List<KeyedHash> credentials = sure(card);
            String bin = card.binKeyText();
            if (bin != null) {
                credentials.add(keys.binCredential(space, bin));
            }
            return credentials;
        }

        private static List<KeyedHash> sure(PaymentCredential card) {
            List<KeyedHash> sure = new ArrayList<>(3);
            if (card.accountReference() != null) {
                sure.add(card.accountReference());
            }
            if (card.fingerprint() != null) {
                sure.add(card.fingerprint());
            }
            return sure;
        }

        List<OrderReference> references(Order order, @Nullable KeyedHash customer, List<Dispute> disputes) {
            List<OrderReference> references = new ArrayList<>(8);
            if (customer != null) {
                references.add(new OrderReference(Kind.CUSTOMER, customer));
            }
            Charge charge = order.charge();
            add(references, Kind.GATEWAY_TRANSACTION_ID, charge.references().gatewayTransactionId());
            add(references, Kind.ARN, charge.references().arn());
            add(references, Kind.NETWORK_ID, charge.references().networkId());
            PersonName name = order.receipt().customerName();
            String full = name == null ? null : name.full();
            String folded = full == null ? "" : PersonName.folded(full);
            add(references, Kind.NAME, folded.isEmpty() ? null : folded);
            YearMonth month = YearMonth.from(charge.transactionTime().day());
            String last4 = charge.credential().last4();
            if (last4 != null) {
                references.add(keys.reference(space, Kind.LAST4, month, last4));
            }
            references.add(
                    keys.reference(space, Kind.AMOUNT, month, charge.money().plain()));
            disputes.forEach(dispute -> add(references, Kind.DISPUTE, dispute.disputeId()));
            return references;
        }

        private void add(List<OrderReference> references, Kind kind, @Nullable String value) {
            if (value != null) {
                references.add(keys.reference(space, kind, value));
            }
        }

        public PriorFacts facts(Order order) {
            return facts(order, customer(order));
        }

        /** As above, for an order whose customer's key is known already. */
        PriorFacts facts(Order order, @Nullable KeyedHash customer) {
            return PriorFacts.of(order, keys.elements(space), keys.references(space), customer);
        }
    }
}
