package org.orderevidence.evidence;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading.ElementValue;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.order.Address;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Texts;

/** Reads the elements of an order: which are there, which are usable, and their canonical forms. */
public final class ElementReading {
    private ElementReading() {}

    /** The value in the order itself, without sightings and initial orders. */
    public static ElementValue of(Order order, Element element) {
        return switch (element) {
            case IP -> ip(order.customer().ip());
            case DEVICE_ID ->
                identifier(
                        order.customer().deviceId(),
                        RuleNumbers.MIN_DEVICE_ID_CHARACTERS,
                        ElementReason.DEVICE_ID_TOO_SHORT,
                        ElementReason.DEVICE_ID_UNUSABLE);
            case DEVICE_FINGERPRINT ->
                identifier(
                        order.customer().deviceFingerprint(),
                        RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS,
                        ElementReason.DEVICE_FINGERPRINT_TOO_SHORT,
                        ElementReason.DEVICE_FINGERPRINT_UNUSABLE);
            case ACCOUNT_ID -> accountId(order.customer().accountId());
            case SHIPPING_ADDRESS -> shippingAddress(order.receipt().shippingAddress());
            case EMAIL -> email(order.receipt().customerEmail());
        };
    }

    /**
     * The form in which people read the order's own element; null if it is not usable.
     *
     * @param facts of the order, which tell that without making canonical forms again
     */
    public static @Nullable String shown(Order order, PriorFacts facts, Element element) {
        if (facts.mark(element).hash() == null) {
            return null;
        }
        Address address = order.receipt().shippingAddress();
        if (element == Element.SHIPPING_ADDRESS && address != null) {
            return CanonicalShippingAddress.show(address);
        }
        PersonalText accountId = order.customer().accountId();
        if (element == Element.ACCOUNT_ID && accountId != null) {
            return Texts.trim(accountId.value());
        }
        return of(order, element) instanceof ElementValue.Usable usable ? usable.canonical() : null;
    }

    /**
     * The first part of a shipping address that is missing or not recognised, so that the address is no evidence.
     *
     * @return its name in the HTTP interface, such as {@code country}; null if the address is usable or empty
     */
    public static @Nullable String shippingAddressLack(Address address) {
        CanonicalShippingAddress.Folded folded = CanonicalShippingAddress.Folded.of(address);
        return folded.isEmpty(address) ? null : folded.lack(CanonicalShippingAddress.Countries.alpha2(folded.country));
    }

    /** Returns the alpha-2 code of the country of an address, or {@code null} if it is not a country. */
    public static @Nullable String country(Address address) {
        return CanonicalShippingAddress.Countries.alpha2(CanonicalShippingAddress.fold(address.country()));
    }

    /** Returns the state or province of an address; {@code null} if it has none, or the country needs none. */
    public static @Nullable String subdivision(Address address) {
        return CanonicalShippingAddress.NEED_SUBDIVISION.contains(String.valueOf(country(address)))
                ? address.countrySubdivision()
                : null;
    }

    private static ElementValue ip(@Nullable PersonalText text) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        return switch (IpAddress.parse(text.value())) {
            case IpAddress.Usable usable ->
                new ElementValue.Usable(usable.address().text());
            case IpAddress.NotPublic notPublic -> new ElementValue.Unusable(ElementReason.IP_NOT_PUBLIC);
            case IpAddress.NotAnAddress notAnAddress -> new ElementValue.Unusable(ElementReason.IP_INVALID);
        };
    }

    private static ElementValue identifier(
            @Nullable PersonalText text, int minCharacters, ElementReason tooShort, ElementReason placeholder) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        String trimmed = Texts.trim(text.value());
        if (Texts.length(trimmed) < minCharacters) {
            return new ElementValue.Unusable(tooShort);
        }
        return Placeholders.isOne(trimmed) ? new ElementValue.Unusable(placeholder) : new ElementValue.Usable(trimmed);
    }

    private static ElementValue accountId(@Nullable PersonalText text) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        String trimmed = Texts.trim(text.value());
        if (Placeholders.isOne(trimmed)) {
            return new ElementValue.Unusable(ElementReason.ACCOUNT_ID_UNUSABLE);
        }
        return new ElementValue.Usable(Normalizer.normalize(trimmed, Normalizer.Form.NFC));
    }

    private static ElementValue shippingAddress(@Nullable Address address) {
        return address == null ? ElementValue.MISSING : CanonicalShippingAddress.read(address);
    }

    private static ElementValue email(@Nullable PersonalText text) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        // No placeholder is a valid address.
        return Email.parse(text.value())
                .<ElementValue>map(email -> new ElementValue.Usable(email.canonical()))
                .orElseGet(() -> new ElementValue.Unusable(ElementReason.EMAIL_INVALID));
    }

    /** The value that an order has of one element. */
    public sealed interface ElementValue {
        record Missing() implements ElementValue {}

        /** Something that cannot be used. */
        record Unusable(ElementReason fault) implements ElementValue {}

        /**
         * Something that can be compared. {@link #toString} hides it.
         *
         * @param canonical the form in which two are compared, never empty
         */
        record Usable(String canonical) implements ElementValue {
            @Override
            public String toString() {
                return "Usable[personal]";
            }
        }

        Missing MISSING = new Missing();
    }

    /**
     * The rule's view of one element of an order, without its value.
     *
     * @param hash the keyed hash of the value, or null if the value is missing or unusable
     * @param fault why the value is unusable, or null if it is missing or usable
     */
    public record ElementMark(
            @Nullable KeyedHash hash, @Nullable ElementReason fault) {
        /** The order has no value of the element. */
        public static final ElementMark MISSING = new ElementMark(null, null);

        public ElementMark {
            if (hash != null && fault != null) {
                throw new IllegalArgumentException("a value is either usable or not");
            }
        }

        /** Returns the mark of an element as an order has it. */
        public static ElementMark of(Element element, ElementValue value, ElementHasher hasher) {
            return switch (value) {
                case ElementValue.Missing missing -> MISSING;
                case ElementValue.Unusable unusable -> new ElementMark(null, unusable.fault());
                case ElementValue.Usable usable -> new ElementMark(hasher.hash(element, usable.canonical()), null);
            };
        }

        /** Returns true if the order has a value of the element, usable or not. */
        public boolean isPresent() {
            return hash != null || fault != null;
        }
    }

    /** Makes the keyed hash of an element's canonical text, under the secret of one account space. */
    @FunctionalInterface
    public interface ElementHasher {
        /**
         * Equal hashes mean the same element with the same text.
         *
         * @param element the purpose: the same text of another element has another hash
         * @param canonical never empty
         */
        KeyedHash hash(Element element, String canonical);
    }

    /** The form in which two shipping addresses are compared. Source K, for what an address must have; else our own. */
    static final class CanonicalShippingAddress {
        /** Where an address needs the state or province. Source K. */
        private static final Set<String> NEED_SUBDIVISION = Set.of("US", "CA", "AU");

        /** Separates the parts of the canonical form: a blank in Unicode, so no folded string contains it. */
        private static final String SEPARATOR = "\u001f";

        private CanonicalShippingAddress() {}

        /** The address: missing when nothing is in it, unusable when a required part is missing. */
        static ElementValue read(Address address) {
            Folded folded = Folded.of(address);
            if (folded.isEmpty(address)) {
                return ElementValue.MISSING;
            }
            String country = Countries.alpha2(folded.country);
            if (country == null || folded.lack(country) != null) {
                return new ElementValue.Unusable(ElementReason.SHIPPING_ADDRESS_INCOMPLETE);
            }
            String subdivision = NEED_SUBDIVISION.contains(country) ? folded.subdivision : "";
            String canonical = String.join(
                    SEPARATOR, folded.line1, folded.line2, folded.city, folded.postalCode, country, subdivision);
            return new ElementValue.Usable(canonical);
        }

        /** The parts of an address as they are compared. {@link #toString} hides them. */
        private record Folded(
                String line1, String line2, String city, String postalCode, String subdivision, String country) {
            static Folded of(Address address) {
                return new Folded(
                        foldUnlessPlaceholder(address.line1()),
                        foldUnlessPlaceholder(address.line2()),
                        foldUnlessPlaceholder(address.city()),
                        fold(address.postalCode()).replace(" ", ""),
                        fold(address.countrySubdivision()),
                        fold(address.country()));
            }

            boolean isEmpty(Address address) {
                return line1.isEmpty()
                        && (line2 + city + postalCode + subdivision + country).isEmpty()
                        && !isPlaceholder(address.line1())
                        && !isPlaceholder(address.city());
            }

            /** The first part that is missing or not recognised, or null. */
            @Nullable
            String lack(@Nullable String alpha2) {
                if (alpha2 == null) {
                    return "country";
                }
                if (line1.isEmpty()) {
                    return "line1";
                }
                if (city.isEmpty()) {
                    return "city";
                }
                if (postalCode.isEmpty()) {
                    return "postalCode";
                }
                return NEED_SUBDIVISION.contains(alpha2) && subdivision.isEmpty() ? "countrySubdivision" : null;
            }

            @Override
            public String toString() {
                return "Folded[personal]";
            }
        }

        private static String foldUnlessPlaceholder(@Nullable String text) {
            return isPlaceholder(text) ? "" : fold(text);
        }

        private static boolean isPlaceholder(@Nullable String text) {
            return text != null && Placeholders.isOne(text);
        }

        /**
         * NFKC, case folding, Unicode punctuation (P) and symbols (S) removed, runs of blanks folded to one space, trimmed;
         * empty for a missing string and for one of which nothing is left.
         */
        static String fold(@Nullable String text) {
            if (text == null) {
                return "";
            }
            String folded = Texts.foldCase(Normalizer.normalize(text, Normalizer.Form.NFKC));
            StringBuilder words = new StringBuilder(folded.length());
            boolean isSpaced = false;
            for (int i = 0; i < folded.length(); ) {
                int c = folded.codePointAt(i);
                int type = Character.getType(c);
                i += Character.charCount(c);
                if (Texts.isBlank(c)) {
                    isSpaced = !words.isEmpty();
                    // The types of punctuation and symbols have successive numbers.
                } else if (type < Character.DASH_PUNCTUATION || type > Character.FINAL_QUOTE_PUNCTUATION) {
                    (isSpaced ? words.append(' ') : words).appendCodePoint(c);
                    isSpaced = false;
                }
            }
            return words.toString();
        }

        /** The form in which people read it. */
        static String show(Address address) {
            StringJoiner shown = new StringJoiner(", ");
            for (String part : Arrays.asList(
                    address.line1(),
                    address.line2(),
                    address.city(),
                    address.countrySubdivision(),
                    address.postalCode(),
                    address.country())) {
                if (part != null && !Texts.isBlank(part)) {
                    shown.add(Texts.trim(part));
                }
            }
            return shown.toString();
        }

        /**
         * Reads countries: ISO 3166-1 alpha-2, alpha-3, three-digit numeric codes and English names. The English names are
         * those of ISO 3166-1 and of the JDK's locale data (CLDR), folded as {@link CanonicalShippingAddress#fold} folds an
         * address. {@code UK}, {@code Great Britain} and the four countries of the United Kingdom are read as {@code GB}. A
         * name in another language is not a country.
         */
        static final class Countries {
            /**
             * English short names of ISO 3166-1 (and the fuller or former forms it lists next to them) where the JDK has
             * another: alpha-2, then the names. {@link #putName} makes further spellings.
             */
            private static final String ISO_NAMES = """
                    BN Brunei Darussalam
                    BO Bolivia, Plurinational State of; Plurinational State of Bolivia
                    BQ Bonaire, Sint Eustatius and Saba
                    CC Cocos Islands
                    CD Congo, the Democratic Republic of the; Congo, Democratic Republic of the
                    CD Democratic Republic of the Congo
                    CG Congo; Republic of the Congo
                    CI Ivory Coast
                    CV Cabo Verde
                    CZ Czech Republic
                    FK Falkland Islands (Malvinas); Falkland Islands (the) [Malvinas]
                    FM Micronesia, Federated States of; Federated States of Micronesia
                    GB United Kingdom of Great Britain and Northern Ireland; UK; Great Britain; England; Scotland; Wales
                    GB Northern Ireland
                    GS South Georgia and the South Sandwich Islands
                    HK Hong Kong
                    HM Heard Island and McDonald Islands
                    IR Iran, Islamic Republic of; Islamic Republic of Iran
                    KP Korea, Democratic People's Republic of; Korea (the Democratic People's Republic of)
                    KP Democratic People's Republic of Korea
                    KR Korea, Republic of; Korea (the Republic of); Republic of Korea
                    LA Lao People's Democratic Republic
                    MD Moldova, Republic of; Moldova (the Republic of); Republic of Moldova
                    MF Saint Martin (French part)
                    MK Republic of North Macedonia; Macedonia
                    MM Myanmar; Burma
                    MO Macao
                    NL Netherlands, Kingdom of the
                    PN Pitcairn
                    PS Palestine, State of; State of Palestine; Palestine
                    RU Russian Federation
                    SH Saint Helena, Ascension and Tristan da Cunha
                    SX Sint Maarten (Dutch part)
                    SY Syrian Arab Republic
                    SZ Swaziland
                    TR Turkey
                    TW Taiwan, Province of China
                    TZ Tanzania, United Republic of; Tanzania, the United Republic of; United Republic of Tanzania
                    UM United States Minor Outlying Islands
                    US United States of America
                    VA Holy See; Holy See (Vatican City State)
                    VC Saint Vincent and the Grenadines
                    VE Venezuela, Bolivarian Republic of
                    VG Virgin Islands (British)
                    VI Virgin Islands (U.S.)
                    VN Viet Nam
                    """;

            /** The three-digit numeric codes of ISO 3166-1, which the JDK does not have. An alpha-2 code follows each. */
            private static final String NUMBERS = """
                    004AF 008AL 010AQ 012DZ 016AS 020AD 024AO 028AG 031AZ 032AR 036AU 040AT 044BS 048BH 050BD 051AM
                    052BB 056BE 060BM 064BT 068BO 070BA 072BW 074BV 076BR 084BZ 086IO 090SB 092VG 096BN 100BG 104MM
                    108BI 112BY 116KH 120CM 124CA 132CV 136KY 140CF 144LK 148TD 152CL 156CN 158TW 162CX 166CC 170CO
                    174KM 175YT 178CG 180CD 184CK 188CR 191HR 192CU 196CY 203CZ 204BJ 208DK 212DM 214DO 218EC 222SV
                    226GQ 231ET 232ER 233EE 234FO 238FK 239GS 242FJ 246FI 248AX 250FR 254GF 258PF 260TF 262DJ 266GA
                    268GE 270GM 275PS 276DE 288GH 292GI 296KI 300GR 304GL 308GD 312GP 316GU 320GT 324GN 328GY 332HT
                    334HM 336VA 340HN 344HK 348HU 352IS 356IN 360ID 364IR 368IQ 372IE 376IL 380IT 384CI 388JM 392JP
                    398KZ 400JO 404KE 408KP 410KR 414KW 417KG 418LA 422LB 426LS 428LV 430LR 434LY 438LI 440LT 442LU
                    446MO 450MG 454MW 458MY 462MV 466ML 470MT 474MQ 478MR 480MU 484MX 492MC 496MN 498MD 499ME 500MS
                    504MA 508MZ 512OM 516NA 520NR 524NP 528NL 531CW 533AW 534SX 535BQ 540NC 548VU 554NZ 558NI 562NE
                    566NG 570NU 574NF 578NO 580MP 581UM 583FM 584MH 585PW 586PK 591PA 598PG 600PY 604PE 608PH 612PN
                    616PL 620PT 624GW 626TL 630PR 634QA 638RE 642RO 643RU 646RW 652BL 654SH 659KN 660AI 662LC 663MF
                    666PM 670VC 674SM 678ST 682SA 686SN 688RS 690SC 694SL 702SG 703SK 704VN 705SI 706SO 710ZA 716ZW
                    724ES 728SS 729SD 732EH 740SR 744SJ 748SZ 752SE 756CH 760SY 762TJ 764TH 768TG 772TK 776TO 780TT
                    784AE 788TN 792TR 795TM 796TC 798TV 800UG 804UA 807MK 818EG 826GB 831GG 832JE 833IM 834TZ 840US
                    850VI 854BF 858UY 860UZ 862VE 876WF 882WS 887YE 894ZM
                    """;

            private static final Map<String, String> ALPHA_2_BY_TEXT = byText();

            private Countries() {}

            /**
             * The alpha-2 code of a country; or null if the text is not a country.
             *
             * @param folded as {@link CanonicalShippingAddress#fold} gives it
             */
            static @Nullable String alpha2(String folded) {
                return ALPHA_2_BY_TEXT.get(folded);
            }

            /** Returns the alpha-2 code of each numeric code. */
            static Map<String, String> byNumber() {
                return Stream.of(NUMBERS.strip().split("\\s+", -1))
                        .collect(Collectors.toMap(entry -> entry.substring(0, 3), entry -> entry.substring(3)));
            }

            private static Map<String, String> byText() {
                Map<String, String> codes = new HashMap<>(byNumber());
                for (String code : Locale.getISOCountries()) {
                    Locale country = Locale.of("", code);
                    putName(codes, country.getDisplayCountry(Locale.ENGLISH), code);
                    codes.put(fold(country.getISO3Country()), code);
                }
                ISO_NAMES.lines().forEach(line -> {
                    for (String name : line.substring(3).split("; ", -1)) {
                        putName(codes, name, line.substring(0, 2));
                    }
                });
                for (String code : Locale.getISOCountries()) {
                    codes.put(fold(code), code);
                }
                return Map.copyOf(codes);
            }

            /** A name is also known without its abbreviations and accents, and with "the". */
            private static void putName(Map<String, String> codes, String name, String code) {
                String words = name.replace("&", "and").replace("St.", "Saint");
                String plain = Normalizer.normalize(words, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
                for (String spelling : List.of(name, words, plain)) {
                    String folded = fold(spelling);
                    codes.put(folded, code);
                    codes.put(folded + " the", code);
                    codes.put("the " + folded, code);
                }
            }
        }
    }
}
