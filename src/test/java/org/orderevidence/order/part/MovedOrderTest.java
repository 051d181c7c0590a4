package org.orderevidence.order.part;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.PartContent.Moved;
import org.orderevidence.order.part.PartContent.Upload;

/** What is left of an order whose parts were moved. */
class MovedOrderTest {
    private static final OrderId ID = new OrderId("pi_1");
    private static final OrderId BETTER = new OrderId("A-1");
    private static final Source STRIPE = Source.of(Platform.STRIPE, "main");
    private static final Part MARK = new Part(new PartKey(STRIPE, "moved"), 5, new Moved(BETTER));

    @Test
    void onlyAmountAndDateAreLeft() {
        for (int seed = 0; seed < 500; seed++) {
            List<Part> parts = new ArrayList<>(RandomParts.of(seed));
            parts.removeIf(part -> part.content() instanceof Upload);
            Composition before = Composition.of(ID, parts);
            parts.add(MARK);
            Collections.shuffle(parts, new Random(seed));
            Composition after = Composition.of(ID, parts);
            switch (before) {
                case Composition.Incomplete incomplete -> assertEquals(incomplete, after, "seed " + seed);
                case Composition.Complete complete -> {
                    Composition.Complete moved = assertInstanceOf(Composition.Complete.class, after);
                    Charge charge = moved.order().charge();
                    assertEquals(BETTER, moved.movedTo());
                    assertEquals(BETTER, moved.orderSources().movedTo());
                    assertEquals(complete.order().charge().money(), charge.money(), "seed " + seed);
                    assertEquals(complete.order().charge().transactionTime(), charge.transactionTime());
                    assertEquals(Charge.Status.FAILED, charge.status());
                    assertEquals(PaymentCredential.NONE, charge.credential());
                    assertEquals(Charge.References.NONE, charge.references());
                    assertEquals(Customer.NONE, moved.order().customer());
                    assertEquals(Receipt.EMPTY, moved.order().receipt());
                    assertEquals(Set.of(), moved.sources().keySet());
                }
            }
        }
    }

    @Test
    void anUploadMakesItAnOrderOfItsOwn() {
        for (int seed = 0; seed < 500; seed++) {
            List<Part> parts = new ArrayList<>(RandomParts.of(seed));
            if (parts.stream().anyMatch(part -> part.content() instanceof Upload)) {
                Composition before = Composition.of(ID, parts);
                parts.add(MARK);
                assertEquals(before, Composition.of(ID, parts), "seed " + seed);
                if (before instanceof Composition.Complete complete) {
                    assertNull(complete.movedTo());
                }
            }
        }
    }
}
