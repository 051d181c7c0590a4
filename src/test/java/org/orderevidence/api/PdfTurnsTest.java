package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;

/** Many clients ask for large PDFs at the same time. */
@Tag("slow")
class PdfTurnsTest extends OnSqlite {
    private static final int CLIENTS = 16;

    private static List<Reply> answers(Duration patience) {
        try (ServedApi served = ServedApi.startPatient(service.store(), DefaultLimits.DEFAULTS, patience)) {
            Shop shop = served.newShop();
            String item = "{\"productName\": \"Tea of the season\", \"quantity\": 2, \"price\": 3}";
            shop.upload("""
                    {"id": "R-1", "amount": 1500, "currency": "USD", "transactionDate": "2026-11-01",
                     "receipt": {"lineItems": [%s]}}""".formatted(String.join(",", Collections.nCopies(500, item))))
                    .is(200);
            List<Reply> replies = Collections.synchronizedList(new ArrayList<>());
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(Thread.ofVirtual().start(() -> replies.add(shop.get("/api/v2/orders/R-1/receipt.pdf"))));
            }
            Waits.end(clients);
            return List.copyOf(replies);
        }
    }

    @Test
    void eachClientGetsItsPdf() {
        List<Reply> answers = answers(Duration.ofMinutes(2));

        assertEquals(CLIENTS, answers.size());
        answers.forEach(answer -> answer.is(200));
    }

    @Test
    void aClientThatWaitsTooLongIsToldWhenToRetry() {
        List<Reply> answers = answers(Duration.ofMillis(1));

        assertEquals(CLIENTS, answers.size());
        assertTrue(answers.stream().anyMatch(answer -> answer.status() == 200));
        List<Reply> refused =
                answers.stream().filter(answer -> answer.status() != 200).toList();
        assertTrue(refused.size() > 0);
        for (Reply answer : refused) {
            answer.isProblem(Problem.OVERLOADED);
            assertEquals("5", answer.header("Retry-After"));
        }
    }
}
