package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.Address;

/** When two shipping addresses are the same, and when one is complete. */
class CanonicalShippingAddressTest {
    private static final String LEEDS = canonical(address("12 Example Street", null, "Leeds", null, "LS1 4AB", "GB"));

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
    void anAbsentTextFoldsToAnEmptyOne() {
        assertEquals("", CanonicalShippingAddress.fold(null));
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
    void elsewhereTheSubdivisionDoesNotCount() {
        assertEquals(LEEDS, canonical(address("12 Example Street", null, "Leeds", "Kent", "LS1 4AB", "GB")));
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
            gb                            | GB
            GBR                           | GB
            united kingdom                | GB
            United States                 | US
            United States of America      | US
            usa                           | US
            Côte d'Ivoire                 | CI
            CÔTE D’IVOIRE                 | CI
            Korea, Republic of            | KR
            South Korea                   | KR
            Viet Nam                      | VN
            Vietnam                       | VN
            Netherlands (the)             | NL
            Türkiye                       | TR
            276                           | DE
            ２７６                        | DE
            004                           | AF
            UK                            | GB
            U.K.                          | GB
            England                       | GB
            SCOTLAND                      | GB
            wales                         | GB
            Northern  Ireland             | GB
            Great Britain                 | GB
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
            assertTrue(CountryNumbers.alpha2ByNumber().containsValue(code), code);
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
}
