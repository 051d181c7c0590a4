package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.evidence.TestDispute.qualified;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.evidence.ElementReading.CanonicalShippingAddress;
import org.orderevidence.evidence.ElementReading.CanonicalShippingAddress.Countries;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.evidence.ElementReading.ElementValue;
import org.orderevidence.evidence.IpStandIn.SightingChoice;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;

/** How the elements of an order are read and compared. */
class ElementsTest {
    private static final Charge CHARGE =
            new TestOrder("A", "2026-01-01").order().charge();

    private static final String LEEDS = canonical(address("12 Example Street", null, "Leeds", null, "LS1 4AB", "GB"));

    @ParameterizedTest(name = "{0} [{1}]")
    @CsvSource(delimiter = '|', textBlock = """
            IP                 | 0x7f.1                   | IP_INVALID
            IP                 | 192.168.1.20             | IP_NOT_PUBLIC
            IP                 | ::ffff:203.0.113.7       | 203.0.113.7
            DEVICE_ID          | device-abcde-1           | DEVICE_ID_TOO_SHORT
            DEVICE_ID          | '  device-abcde-1  '     | DEVICE_ID_TOO_SHORT
            DEVICE_ID          | '  Device-Abcde-15  '    | Device-Abcde-15
            DEVICE_ID          | 😀😀😀😀😀😀😀😀😀😀😀😀😀😀       | DEVICE_ID_TOO_SHORT
            DEVICE_ID          | 😀a😀😀😀😀😀😀😀😀😀😀😀😀😀      | 😀a😀😀😀😀😀😀😀😀😀😀😀😀😀
            DEVICE_FINGERPRINT | fprint-abcdefgh-002      | DEVICE_FINGERPRINT_TOO_SHORT
            DEVICE_FINGERPRINT | ' fprint-abcdefgh-0020'  | fprint-abcdefgh-0020
            ACCOUNT_ID         | '\u00a0Ann-1001\u2003'   | Ann-1001
            ACCOUNT_ID         | Zoe\u0308                | Zo\u00eb
            EMAIL              | ' Ann@EXAMPLE.com '      | ann@example.com
            EMAIL              | ann@                     | EMAIL_INVALID
            """)
    void aValueIsReadInOneFormOrIsAtFault(Element element, String text, String outcome) {
        assertEquals(outcome, read(element, text));
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
        assertEquals("Usable[personal]", new ElementValue.Usable("ann@example.com").toString());
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

    @ParameterizedTest(name = "[{0}] is [{1}]")
    @CsvSource(delimiter = '|', textBlock = """
            '12, EXAMPLE  Street.'  | 12 example street
            '12 Example-Street'     | 12 examplestreet
            '12+a Example=Street |' | 12a examplestreet
            ' - 12 - a - '          | 12 a
            'Straße'                | strasse
            'STRASSE'               | strasse
            'Cafe\u0301'            | caf\u00e9
            'CAF\u00c9'             | caf\u00e9
            '\uff11\uff12 \uff21ve' | 12 ave
            '\u0130zmir'            | i\u0307zmir
            'A\u00a0\u2003B'        | a b
            '#$%&.'                 | ''
            '№ 7'                   | no 7
            """)
    void foldsATextToItsLettersAndDigits(String text, String folded) {
        assertEquals(folded, CanonicalShippingAddress.fold(text));
    }

    @Test
    void spellingAndSpacesOfAPostalCodeDoNotCount() {
        assertEquals(LEEDS, canonical(address("12, EXAMPLE street", " ", "LEEDS", "Kent", "ls14ab", "United Kingdom")));
    }

    @Test
    void everyPartCounts() {
        assertNotEquals(LEEDS, canonical(address("13 Example Street", null, "Leeds", null, "LS1 4AB", "GB")));
        assertNotEquals(LEEDS, canonical(address("12 Example Street", "Flat 3", "Leeds", null, "LS1 4AB", "GB")));
        assertNotEquals(LEEDS, canonical(address("12 Example Street", null, "Bradford", null, "LS1 4AB", "GB")));
        assertNotEquals(LEEDS, canonical(address("12 Example Street", null, "Leeds", null, "LS1 4AC", "GB")));
        assertNotEquals(LEEDS, canonical(address("12 Example Street", null, "Leeds", null, "LS1 4AB", "IE")));
    }

    @Test
    void partsDoNotRunIntoEachOther() {
        assertNotEquals(
                canonical(address("1 A", "B", "Leeds", null, "1", "GB")),
                canonical(address("1 A B", null, "Leeds", null, "1", "GB")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"US", "CA", "AU"})
    void someCountriesNeedASubdivision(String country) {
        assertEquals("incomplete", canonical(address("1 Main St", null, "Boston", null, "02108", country)));
        assertEquals("incomplete", canonical(address("1 Main St", null, "Boston", "--", "02108", country)));
        assertNotEquals(
                canonical(address("1 Main St", null, "Boston", "MA", "02108", country)),
                canonical(address("1 Main St", null, "Boston", "ME", "02108", country)));
    }

    @Test
    void aNeededPartThatIsAbsentMakesItIncomplete() {
        assertEquals("incomplete", canonical(address(null, null, "Leeds", null, "LS1 4AB", "GB")));
        assertEquals("incomplete", canonical(address("...", null, "Leeds", null, "LS1 4AB", "GB")));
        assertEquals("incomplete", canonical(address("12 Example Street", null, null, null, "LS1 4AB", "GB")));
        assertEquals("incomplete", canonical(address("12 Example Street", null, "Leeds", null, null, "GB")));
        assertEquals("incomplete", canonical(address("12 Example Street", null, "Leeds", null, "LS1 4AB", null)));
        assertEquals("incomplete", canonical(address("12 Example Street", null, "Leeds", null, "LS1 4AB", "Atlantis")));
    }

    @Test
    void anAddressOfNothingIsNoAddress() {
        assertEquals("missing", canonical(address(null, null, null, null, null, null)));
        assertEquals("missing", canonical(address(",", "!", null, null, null, null)));
        assertEquals("incomplete", canonical(address(".", "-", null, null, null, null)));
        assertEquals("missing", canonical(new Address(null, null, null, null, null, null, "1", "2")));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            Côte d'Ivoire                 | CI
            CÔTE D’IVOIRE                 | CI
            Viet Nam                      | VN
            Netherlands (the)             | NL
            The Bahamas                   | BS
            Sao Tome and Principe         | ST
            São Tomé and Príncipe         | ST
            Congo (the)                   | CG
            Türkiye                       | TR
            276                           | DE
            004                           | AF
            UK                            | GB
            U.K.                          | GB
            England                       | GB
            """)
    void aCountryIsACodeOrAnEnglishName(String text, String alpha2) {
        assertEquals(alpha2, Countries.alpha2(CanonicalShippingAddress.fold(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deutschland", "ZZ", "ZZZ", "EU", "4", "04", "0826", "999", "G B", ""})
    void nothingElseIsACountry(String text) {
        assertNull(Countries.alpha2(CanonicalShippingAddress.fold(text)));
    }

    @Test
    void everyCountryIsFoundByItsCodesAndItsName() {
        for (String code : Locale.getISOCountries()) {
            Locale country = Locale.of("", code);
            assertEquals(code, Countries.alpha2(CanonicalShippingAddress.fold(code)));
            assertEquals(code, Countries.alpha2(CanonicalShippingAddress.fold(country.getISO3Country())));
            assertTrue(Countries.byNumber().containsValue(code), code);
            assertEquals(
                    code, Countries.alpha2(CanonicalShippingAddress.fold(country.getDisplayCountry(Locale.ENGLISH))));
        }
    }

    private static Address address(
            @Nullable String line1,
            @Nullable String line2,
            @Nullable String city,
            @Nullable String subdivision,
            @Nullable String postalCode,
            @Nullable String country) {
        return new Address(line1, line2, city, subdivision, postalCode, country, null, null);
    }

    private static String canonical(Address address) {
        return switch (CanonicalShippingAddress.read(address)) {
            case ElementValue.Missing missing -> "missing";
            case ElementValue.Unusable unusable -> "incomplete";
            case ElementValue.Usable usable -> usable.canonical();
        };
    }

    @ParameterizedTest(name = "[{0}] leaves [{1}]")
    @CsvSource(nullValues = "null", delimiter = '|', textBlock = """
            TEASHOP LONDON | TEASHO
            Tea*Shop       | TEASHO
            t e a          | TEA
            7-Eleven 123   | 7ELEVE
            straße         | STRASS
            ٣ tea          | ٣TEA
            ² tea          | TEA
            '  * - . '     | null
            ''             | null
            null           | null
            """)
    void isTheFirstSixLettersAndDigits(@Nullable String descriptor, @Nullable String prefix) {
        assertEquals(prefix, PriorFacts.descriptorPrefix(descriptor));
    }

    @Test
    void descriptorsDifferOnlyWhenBothAreKnown() {
        PriorFacts tea = facts(order -> order.descriptor = "TEASHOP LONDON");
        assertFalse(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "tea*shop leeds")));
        assertTrue(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "COFFEEBAR")));
        assertTrue(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "TEA")));
        assertFalse(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "***")));
        assertFalse(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = null)));
        assertFalse(facts(order -> order.descriptor = null).hasOtherDescriptorThan(tea));
    }

    @Test
    void itsTextSaysNothingOfThePerson() {
        assertEquals(
                "PriorFacts[2026-05-04]", facts(TestOrder::withIpAndAccount).toString());
    }

    private static PriorFacts facts(Consumer<TestOrder> change) {
        TestOrder order = new TestOrder("A", "2026-05-04");
        change.accept(order);
        return order.facts(null);
    }

    @Test
    void saysWhereAndWhenAStandInWasSeen() {
        Instant seen = Instant.parse("2026-11-10T08:00:30Z");
        IpSighting sighting = new IpSighting(((IpAddress.Usable) IpAddress.parse("203.0.113.1")).address(), seen);
        IpStandIn standIn = IpStandIn.ofSighting(new SightingChoice(sighting, 3), TestHashes.ELEMENTS);
        Eligibility answer = qualified()
                .each(order -> {
                    if (!order.id.value().equals("P2")) {
                        order.elements.remove(Element.IP);
                        order.standIn = standIn;
                    }
                })
                .judge();
        assertTrue(answer.isEligible());
        assertEquals(
                new Eligibility.EvidenceItem("203.0.113.1", Eligibility.IpSource.TRACK, seen, 3L),
                answer.evidence().get(Element.IP));
        Eligibility.PriorTransaction prior = answer.priorTransactions().getFirst();
        assertEquals(Eligibility.IpSource.TRACK, prior.ipSource());
        assertEquals(seen, prior.ipObservedAt());
        assertEquals(3L, prior.ipDistanceMinutes());
    }

    @Test
    void aBrokenAddressOfAnInitialOrderIsUnusable() {
        TestOrder initial = new TestOrder("P0", "2025-01-01").with(Element.IP, TestOrder.UNUSABLE);
        IpStandIn broken = lent(initial, "2026-05-04");
        Eligibility answer = qualified()
                .each(order -> {
                    if (order.id.value().equals("P1")) {
                        order.elements.remove(Element.IP);
                        order.standIn = broken;
                    }
                })
                .judge();
        Eligibility.PriorTransaction prior = answer.priorTransactions().getFirst();
        assertEquals(Eligibility.IpSource.INITIAL_ORDER, prior.ipSource());
        assertEquals(Eligibility.Comparison.UNUSABLE, prior.elements().get(Element.IP));
        assertTrue(codes(answer, "P1").contains("ip_not_public"));
    }

    @Test
    void anInitialOrderWithoutAddressLendsNone() {
        assertNull(lent(new TestOrder("P0", "2025-01-01"), "2026-05-04"));
        assertThrows(IllegalArgumentException.class, () -> new IpStandIn.OfInitialOrder(ElementMark.MISSING, null));
    }

    @Test
    void anInitialOrderLendsOnlyToAnOrderMadeAfterIt() {
        TestOrder initial = new TestOrder("P0", "2026-05-04").with(Element.IP, "1");
        assertNull(lent(initial, "2026-05-03"));
        assertNull(lent(initial, "2026-05-04"), "a date without time is not before itself");
        assertInstanceOf(IpStandIn.OfInitialOrder.class, lent(initial, "2026-05-05"));
    }

    @Test
    void theDisputedOrderLendsNoAddress() {
        assertNull(lent(new TestOrder("D", "2025-01-01").with(Element.IP, "1"), "2026-05-04"));
    }

    private static @Nullable IpStandIn lent(TestOrder initial, String follower) {
        return IpStandIn.ofInitialOrder(
                initial.order(), OrderTime.on(LocalDate.parse(follower)), new OrderId("D"), TestHashes.ELEMENTS);
    }

    private static List<String> codes(Eligibility answer, String order) {
        return answer.reasons().stream()
                .filter(reason -> Objects.equals(reason.orderId(), new OrderId(order)))
                .map(reason -> reason.code().wireName())
                .toList();
    }
}
