package org.orderevidence.order;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a text in a search box can be. */
class SearchTextTest {
    private static String words(OrderQuery query) {
        String values = query.values().entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(joining(" "));
        return (query.orderId() == null ? "" : "ID")
                + values
                + (query.currency() == null ? "" : " " + query.currency())
                + (query.date() == null ? "" : " " + query.date());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            A-1001 | ID; DISPUTE=A-1001; GATEWAY_TRANSACTION_ID=A-1001; ARN=A-1001
            ch_3P9x2L | ID; DISPUTE=ch_3P9x2L; GATEWAY_TRANSACTION_ID=ch_3P9x2L; ARN=ch_3P9x2L
            Ann@Example.com | CUSTOMER=ann@example.com
            424242 4242 | CARD=4242424242
            424242••••4242 | CARD=4242424242
            424242-4242 | ID; DISPUTE=424242-4242; GATEWAY_TRANSACTION_ID=424242-4242; ARN=424242-4242; CARD=4242424242
            4242 42** **** 4242 | CARD=4242424242
            4242424242 | ID; DISPUTE=4242424242; GATEWAY_TRANSACTION_ID=4242424242; ARN=4242424242; CARD=4242424242
            20261102-1001 | ID; DISPUTE=20261102-1001; GATEWAY_TRANSACTION_ID=20261102-1001; ARN=20261102-1001; CARD=2026111001
            4242 19.99 | LAST4=4242 AMOUNT=19.99
            4242 $19.99 | LAST4=4242 AMOUNT=19.99
            $20 4242 | LAST4=4242 AMOUNT=20
            €20 4242 | LAST4=4242 AMOUNT=20 EUR
            19,99€ 4242 | LAST4=4242 AMOUNT=19.99 EUR
            4242 20EUR 2026-11-02 | LAST4=4242 AMOUNT=20 EUR 2026-11-02
            4242 19,90 | LAST4=4242 AMOUNT=19.9
            4242 20 eur | LAST4=4242 AMOUNT=20 EUR
            4242 20EUR | LAST4=4242 AMOUNT=20 EUR
            •••• 4242 2026-11-02 | ID; DISPUTE=•••• 4242 2026-11-02; GATEWAY_TRANSACTION_ID=•••• 4242 2026-11-02; ARN=•••• 4242 2026-11-02
            ••••4242 2026-11-02 | LAST4=4242 2026-11-02
            2026-11-02 4242 19.99 USD | LAST4=4242 AMOUNT=19.99 USD 2026-11-02
            4242 1000 JPY | LAST4=4242 AMOUNT=1000 JPY; LAST4=1000 AMOUNT=4242 JPY
            1000 JPY 0042 | LAST4=1000 AMOUNT=42 JPY; LAST4=0042 AMOUNT=1000 JPY
            1000 JPY 2026-11-02 | AMOUNT=1000 JPY 2026-11-02
            0.00 2026-11-02 | AMOUNT=0 2026-11-02
            4242 2026-02-30 | ID; DISPUTE=4242 2026-02-30; GATEWAY_TRANSACTION_ID=4242 2026-02-30; ARN=4242 2026-02-30
            7453 7604 2212 2213 2710 572 | ID; DISPUTE=7453 7604 2212 2213 2710 572; GATEWAY_TRANSACTION_ID=7453 7604 2212 2213 2710 572; ARN=74537604221222132710572
            José  ÁLVAREZ | ID; DISPUTE=José  ÁLVAREZ; GATEWAY_TRANSACTION_ID=José  ÁLVAREZ; ARN=José  ÁLVAREZ; NAME=jose alvarez
            """)
    void aTextCanBeSeveralThings(String typed, String expected) {
        assertEquals(
                expected,
                SearchText.read(typed).queries().stream()
                        .map(SearchTextTest::words)
                        .collect(joining("; ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            4242 4242 4242 4242 | looks like a full card number
            +44 20 7946 0958 | phone number
            +1 (415) 555-0100 | phone number
            203.0.113.7 | IP address
            2001:db8::1 | IP address
            ` ` | ``
            """)
    void someTextsAreNotSearched(String typed, String reason) {
        SearchText text = SearchText.read(typed);

        assertEquals(List.of(), text.queries());
        assertTrue(text.unsearched().contains(reason), text::unsearched);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            4242 | The last four digits
            19.99 | an amount
            2026-11-02 | a date
            4242 4242 | first six and last four
            ann@ | must be complete
            """)
    void anIdThatCanBeMoreIsSearchedAsAnIdAndSaysWhatIsMissing(String typed, String missing) {
        SearchText text = SearchText.read(typed);

        assertTrue(text.isId());
        assertTrue(text.unsearched().contains(missing), text::unsearched);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1001 | 1001 #1001 shop2-1001
            order 1001 | order 1001,1001 #1001 shop2-1001
            Order no. #1001 | Order no. #1001,1001 #1001 shop2-1001
            a-Bc1 | a-Bc1 A-BC1 a-bc1 A-bc1 #a-Bc1 #A-BC1 #a-bc1 #A-bc1 shop2-a-Bc1 shop2-A-BC1 shop2-a-bc1 shop2-A-bc1
            """)
    void anIdIsFoundInOtherForms(String typed, String forms) {
        String found = new TypedId(typed)
                .forms(List.of("shop2-")).stream().map(OrderId::value).collect(joining(" "));

        assertEquals(forms.replace(',', ' '), found);
    }

    @Test
    void nearIdsDifferByOneDigitOrLetter() {
        Set<OrderId> near = new TypedId("1001").near(List.of("s-"));

        // For each start: 3 shorter ones, 4 times 9 others, and 50 longer ones, of which 4 are the same.
        assertEquals(3 * (3 + 36 + 46), near.size());
        for (String id : List.of("101", "2001", "10010", "#1007", "s-100")) {
            assertTrue(near.contains(new OrderId(id)), id);
        }
        for (String id : List.of("1001", "1010", "A1001", "1001-", "t-1001", "10")) {
            assertFalse(near.contains(new OrderId(id)), id);
        }
    }

    @Test
    void anyIdHasAtMostAThousandNearIds() {
        for (String typed : List.of("A-1001", "a".repeat(128), "pi_3NaBcDeFgHiJkLmN", "9".repeat(49), "#")) {
            assertTrue(new TypedId(typed).near(List.of("shop-", "eu-")).size() <= TypedId.MAX_IDS, typed);
        }
        assertTrue(new TypedId("pi_3NaBcDeFgHiJkLmN").near(List.of()).contains(new OrderId("pi_4NaBcDeFgHiJkLmN")));
    }
}
