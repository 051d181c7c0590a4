package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;

/** Which texts are usable as which element, and as what they compare. */
class ElementReadingTest {
    private static final Charge CHARGE =
            new TestOrder("A", "2026-01-01").order().charge();

    @ParameterizedTest(name = "[{0}]")
    @CsvSource(delimiter = '|', textBlock = """
            1.2                      | IP_INVALID
            0x7f.1                   | IP_INVALID
            010.0.0.1                | IP_INVALID
            256.1.1.1                | IP_INVALID
            ::                       | IP_NOT_PUBLIC
            fe80::1                  | IP_NOT_PUBLIC
            fe80::1%eth0             | IP_INVALID
            [::1]:80                 | IP_INVALID
            203.0.113.7:443          | IP_INVALID
            203.0.113.7/32           | IP_INVALID
            host.example             | IP_INVALID
            9f86d081884c7d659a2feaa0c55ad015 | IP_INVALID
            192.168.1.20             | IP_NOT_PUBLIC
            ::ffff:10.0.0.1          | IP_NOT_PUBLIC
            ' 203.0.113.7 '          | 203.0.113.7
            ::ffff:203.0.113.7       | 203.0.113.7
            2001:DB8:0:0:0:0:A:1     | 2001:db8::a:1
            """)
    void ipIsAPublicAddressInClearText(String text, String outcome) {
        assertEquals(outcome, read(Element.IP, text));
    }

    @ParameterizedTest(name = "[{0}]")
    @CsvSource(delimiter = '|', textBlock = """
            device-abcde-1           | DEVICE_ID_TOO_SHORT
            device-abcde-15          | device-abcde-15
            '  device-abcde-1  '     | DEVICE_ID_TOO_SHORT
            '  device-abcde-15  '    | device-abcde-15
            Device-Abcde-15          | Device-Abcde-15
            😀😀😀😀😀😀😀😀😀😀😀😀😀😀       | DEVICE_ID_TOO_SHORT
            😀a😀😀😀😀😀😀😀😀😀😀😀😀😀      | 😀a😀😀😀😀😀😀😀😀😀😀😀😀😀
            """)
    void deviceIdHasFifteenCharacters(String text, String outcome) {
        assertEquals(outcome, read(Element.DEVICE_ID, text));
    }

    @ParameterizedTest(name = "[{0}]")
    @CsvSource({
        "fprint-abcdefgh-002, DEVICE_FINGERPRINT_TOO_SHORT",
        "fprint-abcdefgh-0020, fprint-abcdefgh-0020",
        "' fprint-abcdefgh-0020', fprint-abcdefgh-0020"
    })
    void deviceFingerprintHasTwentyCharacters(String text, String outcome) {
        assertEquals(outcome, read(Element.DEVICE_FINGERPRINT, text));
    }

    @ParameterizedTest(name = "[{0}]")
    @CsvSource({
        "ann-1001, ann-1001",
        "' ann-1001 ', ann-1001",
        "\u00a0ann-1001\u2003, ann-1001",
        "Ann, Ann",
        "Zoe\u0308, Zo\u00eb"
    })
    void accountIdIsTrimmedAndComposed(String text, String outcome) {
        assertEquals(outcome, read(Element.ACCOUNT_ID, text));
    }

    @ParameterizedTest(name = "[{0}]")
    @CsvSource({
        "ann@example.com, ann@example.com",
        "' Ann@EXAMPLE.com ', ann@example.com",
        "a.n.n+tea@example.com, a.n.n+tea@example.com",
        "ann@bücher.example, ann@xn--bcher-kva.example",
        "ann@, EMAIL_INVALID",
        "@example.com, EMAIL_INVALID",
        "ann, EMAIL_INVALID",
        "a@b@example.com, EMAIL_INVALID",
        "an n@example.com, EMAIL_INVALID"
    })
    void emailIsValidAndFolded(String text, String outcome) {
        assertEquals(outcome, read(Element.EMAIL, text));
    }

    @Test
    void anOrderOfWhichNothingIsKnownMissesEveryElement() {
        Order order = new TestOrder("A", "2026-01-01").order();
        for (Element element : Element.values()) {
            assertEquals(ElementValue.MISSING, ElementReading.of(order, element));
        }
    }

    @Test
    void aUsableValueHidesItself() {
        assertEquals("Usable[personal]", new ElementValue.Usable("ann@example.com", "ann@example.com").toString());
    }

    private static String read(Element element, String text) {
        PersonalText value = new PersonalText(text);
        Customer customer = new Customer(
                element == Element.IP ? value : null,
                element == Element.DEVICE_ID ? value : null,
                element == Element.DEVICE_FINGERPRINT ? value : null,
                element == Element.ACCOUNT_ID ? value : null);
        Receipt receipt = new ReceiptBuilder()
                .customerEmail(element == Element.EMAIL ? value : null)
                .build();
        Order order = new Order(new OrderId("A"), null, CHARGE, customer, receipt);
        return switch (ElementReading.of(order, element)) {
            case ElementValue.Missing missing -> "missing";
            case ElementValue.Unusable unusable -> unusable.fault().name();
            case ElementValue.Usable usable -> usable.canonical();
        };
    }
}
