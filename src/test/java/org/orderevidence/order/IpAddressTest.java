package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.IpAddress.NotAnAddress;
import org.orderevidence.order.IpAddress.NotPublic;
import org.orderevidence.order.IpAddress.Usable;

class IpAddressTest {
    private static final OrderTime NOON = OrderTime.at(Instant.parse("2026-05-04T12:00:00Z"));

    /** Examples of RFC 5952 and RFC 4291, moved to public prefixes where theirs is not one. */
    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7",
        "' 203.0.113.7 ', 203.0.113.7",
        "255.0.0.1, -",
        "223.255.255.255, 223.255.255.255",
        "2001:DB8::1, 2001:db8::1",
        "2001:0db8:0000:0000:0000:0000:0000:0001, 2001:db8::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:db8::1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:db8:0:0:0:0:2:1, 2001:db8::2:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8::, 2001:db8::",
        "2001:db8:1:2:3:4:5:0, 2001:db8:1:2:3:4:5:0",
        "2001:db8:1:2:3:4:5::, 2001:db8:1:2:3:4:5:0",
        "::2001:db8, ::2001:db8",
        "::ffff:203.0.113.7, 203.0.113.7",
        "::ffff:cb00:7107, 203.0.113.7",
        "0:0:0:0:0:FFFF:203.0.113.7, 203.0.113.7",
        "64:ff9b::203.0.113.7, 64:ff9b::cb00:7107",
        "2001:db8:1:2:3:4:203.0.113.7, 2001:db8:1:2:3:4:cb00:7107",
    })
    void hasOneTextHoweverItIsWritten(String text, String canonical) {
        if (canonical.equals("-")) {
            assertInstanceOf(NotPublic.class, IpAddress.parse(text));
        } else {
            assertEquals(canonical, usable(text).text());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.2",
                "1.2.3",
                "0x7f.1",
                "010.0.0.1",
                "1.2.3.04",
                "1.2.3.256",
                "1.2.3.",
                "1.2.3.4/24",
                "1.2.3.-4",
                "203.0.113.7:443",
                "[2001:db8::1]",
                "fe80::1%eth0",
                "2001:db8::1::2",
                ":::",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "::1:2:3:4:5:6:7:8",
                "12345::",
                "g::1",
                ":1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:",
                "1.2.3.4:1::",
                "::1.2.3",
                "::01.2.3.4",
                "::1.2.3.4:5",
                "example.com",
                "١٢٣.0.113.7",
                "2001:db8::１",
                "203.0.113.7\n203.0.113.8",
            })
    void isNotAnAddressInAnyOtherForm(String text) {
        assertInstanceOf(NotAnAddress.class, IpAddress.parse(text));
    }

    /** First and last address of each range on the list, and their neighbours outside. */
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.255.255.255, -, 1.0.0.0",
        "10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
        "100.64.0.0, 100.127.255.255, 100.63.255.255, 100.128.0.0",
        "127.0.0.0, 127.255.255.255, 126.255.255.255, 128.0.0.0",
        "169.254.0.0, 169.254.255.255, 169.253.255.255, 169.255.0.0",
        "172.16.0.0, 172.31.255.255, 172.15.255.255, 172.32.0.0",
        "192.0.0.0, 192.0.0.255, 191.255.255.255, 192.0.1.0",
        "192.168.0.0, 192.168.255.255, 192.167.255.255, 192.169.0.0",
        "198.18.0.0, 198.19.255.255, 198.17.255.255, 198.20.0.0",
        "224.0.0.0, 255.255.255.255, 223.255.255.255, -",
        "::, ::1, -, ::2",
        "64:ff9b:1::, 64:ff9b:1:ffff:ffff:ffff:ffff:ffff, 64:ff9b:0:ffff:ffff:ffff:ffff:ffff, 64:ff9b:2::",
        "100::, 100::ffff:ffff:ffff:ffff, ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 100:0:0:1::",
        "fc00::, fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, fe00::",
        "fe80::, febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff, fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -",
        "fec0::, feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
        "ff00::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
        "::ffff:10.0.0.0, ::ffff:10.255.255.255, ::ffff:9.255.255.255, ::ffff:11.0.0.0",
    })
    void isNotPublicInExactlyTheListedRanges(String first, String last, String before, String behind) {
        assertInstanceOf(NotPublic.class, IpAddress.parse(first));
        assertInstanceOf(NotPublic.class, IpAddress.parse(last));
        for (String neighbour : List.of(before, behind)) {
            if (!neighbour.equals("-")) {
                assertInstanceOf(Usable.class, IpAddress.parse(neighbour), neighbour);
            }
        }
    }

    @Test
    void isOrderedByItsBytesWithIpv4First() {
        List<String> ordered =
                List.of("1.0.0.1", "9.0.0.1", "128.0.0.1", "203.0.113.7", "::2", "2001:db8::1", "fbff::");
        List<IpAddress> addresses =
                new ArrayList<>(ordered.stream().map(IpAddressTest::usable).toList());
        Collections.shuffle(addresses, new Random(1));

        Collections.sort(addresses);

        assertEquals(ordered, addresses.stream().map(IpAddress::text).toList());
    }

    @Test
    void everyAddressReadsBackFromItsOwnText() {
        long seed = 20_261_120L;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            for (int zeros = random.nextInt(3); zeros > 0; zeros--) {
                int at = random.nextInt(bytes.length / 2) * 2;
                bytes[at] = 0;
                bytes[at + 1] = 0;
            }
            IpAddress address = IpAddress.ofBytes(bytes);
            if (IpAddress.parse(address.text()) instanceof Usable(IpAddress again)) {
                assertEquals(address, again, () -> "seed " + seed);
                assertEquals(address.text(), again.text(), () -> "seed " + seed);
            }
        }
    }

    @Test
    void hidesItself() {
        assertEquals("[ip]", usable("203.0.113.7").toString());
        assertTrue(IpAddress.parse("203.0.113.7").toString().contains("[ip]"));
    }

    private static IpAddress usable(String text) {
        return assertInstanceOf(Usable.class, IpAddress.parse(text), text).address();
    }

    /** Rule document, "The disputed order", network_not_visa: brand as given, else by the BIN's first digit. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            visa, -, visa
            ' Visa ', 555555, visa
            Visa Debit, 555555, visa
            VISA_ELECTRON, -, visa
            ＶＩＳＡ, 555555, visa
            v.i.s.a, 555555, visa
            un-known, 424242, visa
            my visa, 424242, my visa
            123, 424242, 123
            jcb, 424242, jcb
            unknown, 424242, visa
            UNKNOWN, 555555, not visa
            -, 42424242, visa
            -, 355555, not visa
            unknown, -, -
            -, -, -
            """)
    void theNetworkIsTheBrandAsGivenElseDerivedFromTheBin(
            @Nullable String brand, @Nullable String bin, @Nullable String network) {
        assertEquals(network, credential(brand, bin, null).network());
    }

    @Test
    void sixAndEightDigitsOfABinCanBeTheSameCard() {
        assertEquals("424242|1881|visa", credential("Visa", "424242", "1881").binKeyText());
        assertEquals("424242|1881|visa", credential(null, "42424299", "1881").binKeyText());
        assertEquals(
                "424242|1881|visa", credential("Visa Debit", "424242", "1881").binKeyText());
        assertEquals("424242|1881|visa", credential("ＶＩＳＡ", "424242", "1881").binKeyText());
        assertEquals("424242|1881|jcb", credential("JCB", "424242", "1881").binKeyText());
    }

    @Test
    void withoutBinOrLastFourOnlyAFingerprintTellsCardsApart() {
        assertEquals(null, credential("visa", "424242", null).binKeyText());
        assertEquals(null, credential("visa", null, "1881").binKeyText());
    }

    /** Design "Orders from several sources", Card numbers. */
    @ParameterizedTest
    @CsvSource({"34343434, 343434", "37828224, 378282", "378282, 378282", "35301113, 35301113", "42424242, 42424242"})
    void ofAmericanExpressOnlySixDigitsOfTheBinAreKept(String sent, String kept) {
        assertEquals(kept, credential(null, sent, "1881").bin());
    }

    @Test
    void aBinHasSixOrEightDigitsAndLastFourHasFour() {
        assertThrows(IllegalArgumentException.class, () -> credential(null, "4242424", null));
        assertThrows(IllegalArgumentException.class, () -> credential(null, "42424x", null));
        assertThrows(IllegalArgumentException.class, () -> credential(null, null, "188"));
    }

    @Test
    void theFourBrandsOfTheInterfaceAreKeptInLowerCaseOthersAsGiven() {
        assertEquals("mastercard", new Brand(" MasterCard ").name());
        assertEquals("JCB", new Brand("JCB").name());
    }

    private static PaymentCredential credential(@Nullable String brand, @Nullable String bin, @Nullable String last4) {
        return new PaymentCredential(null, null, bin, last4, brand == null ? null : new Brand(brand));
    }

    @Test
    void earlierIsByTheMomentWhenBothHaveOne() {
        assertTrue(OrderTime.at(Instant.parse("2026-05-04T11:59:59Z")).isEarlierThan(NOON));
        assertFalse(OrderTime.at(Instant.parse("2026-05-04T12:00:00Z")).isEarlierThan(NOON));
        assertFalse(OrderTime.at(Instant.parse("2026-05-04T12:00:01Z")).isEarlierThan(NOON));
        assertTrue(NOON.isEarlierThan(OrderTime.at(Instant.parse("2026-05-04T12:00:00.000000001Z"))));
    }

    @Test
    void earlierIsByTheDateWhenOneHasNoTime() {
        OrderTime sameDay = OrderTime.on(LocalDate.of(2026, 5, 4));
        OrderTime nextDay = OrderTime.on(LocalDate.of(2026, 5, 5));
        assertFalse(sameDay.isEarlierThan(NOON));
        assertFalse(NOON.isEarlierThan(sameDay));
        assertTrue(NOON.isEarlierThan(nextDay));
        assertFalse(nextDay.isEarlierThan(NOON));
    }

    @Test
    void theDayIsTheDayOfTheMomentInUtc() {
        Instant moment = Instant.parse("2026-05-04T23:59:59Z");
        assertThrows(IllegalArgumentException.class, () -> new OrderTime(LocalDate.of(2026, 5, 5), moment));
        assertThrows(IllegalArgumentException.class, () -> OrderTime.on(LocalDate.of(1999, 12, 31)));
    }
}
