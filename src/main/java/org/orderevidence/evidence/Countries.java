package org.orderevidence.evidence;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads countries: ISO 3166-1 alpha-2, alpha-3, three-digit numeric codes and English names. The English names are
 * those of ISO 3166-1 and of the JDK's locale data (CLDR), folded as {@link CanonicalShippingAddress#fold} folds an
 * address. {@code UK}, {@code Great Britain} and the four countries of the United Kingdom are read as {@code GB}. A
 * name in another language is not a country.
 */
final class Countries {
    /**
     * English short names of ISO 3166-1 (and the fuller or former forms it lists next to them) where the JDK has
     * another: alpha-2, then the names.
     */
    private static final String[][] ISO_NAMES = {
        {"AG", "Antigua and Barbuda"},
        {"AX", "Aland Islands"},
        {"BA", "Bosnia and Herzegovina"},
        {"BL", "Saint Barthélemy", "Saint Barthelemy"},
        {"BN", "Brunei Darussalam"},
        {"BO", "Bolivia, Plurinational State of", "Bolivia (Plurinational State of)", "Plurinational State of Bolivia"},
        {"BQ", "Bonaire, Sint Eustatius and Saba"},
        {"BS", "Bahamas (the)", "The Bahamas"},
        {"CC", "Cocos (Keeling) Islands (the)", "Cocos Islands"},
        {
            "CD",
            "Congo, the Democratic Republic of the",
            "Congo (the Democratic Republic of the)",
            "Congo, Democratic Republic of the",
            "Democratic Republic of the Congo"
        },
        {"CF", "Central African Republic (the)"},
        {"CG", "Congo", "Congo (the)", "Republic of the Congo"},
        {"CI", "Cote d'Ivoire", "Ivory Coast"},
        {"CK", "Cook Islands (the)"},
        {"CV", "Cabo Verde"},
        {"CW", "Curacao"},
        {"CZ", "Czech Republic", "Czech Republic (the)"},
        {"DO", "Dominican Republic (the)"},
        {"FK", "Falkland Islands (Malvinas)", "Falkland Islands (the) [Malvinas]"},
        {"FM", "Micronesia, Federated States of", "Micronesia (Federated States of)", "Federated States of Micronesia"},
        {"FO", "Faroe Islands (the)"},
        {"GB", "United Kingdom of Great Britain and Northern Ireland"},
        {"GB", "United Kingdom of Great Britain and Northern Ireland (the)"},
        {"GB", "UK", "Great Britain", "England", "Scotland", "Wales", "Northern Ireland"},
        {"GM", "Gambia (the)", "The Gambia"},
        {"GS", "South Georgia and the South Sandwich Islands"},
        {"HK", "Hong Kong"},
        {"HM", "Heard Island and McDonald Islands"},
        {"IO", "British Indian Ocean Territory (the)"},
        {"IR", "Iran, Islamic Republic of", "Iran (Islamic Republic of)", "Islamic Republic of Iran"},
        {"KM", "Comoros (the)"},
        {"KN", "Saint Kitts and Nevis"},
        {
            "KP",
            "Korea, Democratic People's Republic of",
            "Korea (the Democratic People's Republic of)",
            "Democratic People's Republic of Korea"
        },
        {"KR", "Korea, Republic of", "Korea (the Republic of)", "Republic of Korea"},
        {"KY", "Cayman Islands (the)"},
        {"LA", "Lao People's Democratic Republic", "Lao People's Democratic Republic (the)"},
        {"LC", "Saint Lucia"},
        {"MD", "Moldova, Republic of", "Moldova (the Republic of)", "Republic of Moldova"},
        {"MF", "Saint Martin (French part)", "Saint Martin"},
        {"MH", "Marshall Islands (the)"},
        {"MK", "Republic of North Macedonia", "Macedonia"},
        {"MM", "Myanmar", "Burma"},
        {"MO", "Macao"},
        {"MP", "Northern Mariana Islands (the)"},
        {"NE", "Niger (the)"},
        {"NL", "Netherlands (the)", "The Netherlands", "Netherlands, Kingdom of the", "Netherlands (Kingdom of the)"},
        {"PH", "Philippines (the)", "The Philippines"},
        {"PM", "Saint Pierre and Miquelon"},
        {"PN", "Pitcairn"},
        {"PS", "Palestine, State of", "State of Palestine", "Palestine"},
        {"RE", "Reunion"},
        {"RU", "Russian Federation", "Russian Federation (the)"},
        {"SD", "Sudan (the)"},
        {"SH", "Saint Helena, Ascension and Tristan da Cunha", "Saint Helena"},
        {"SJ", "Svalbard and Jan Mayen"},
        {"ST", "Sao Tome and Principe", "São Tomé and Príncipe"},
        {"SX", "Sint Maarten (Dutch part)"},
        {"SY", "Syrian Arab Republic", "Syrian Arab Republic (the)"},
        {"SZ", "Swaziland"},
        {"TC", "Turks and Caicos Islands", "Turks and Caicos Islands (the)"},
        {"TF", "French Southern Territories (the)"},
        {"TR", "Turkey", "Turkiye"},
        {"TT", "Trinidad and Tobago"},
        {"TW", "Taiwan, Province of China", "Taiwan (Province of China)"},
        {"TZ", "Tanzania, United Republic of", "Tanzania, the United Republic of", "United Republic of Tanzania"},
        {"AE", "United Arab Emirates (the)"},
        {"UM", "United States Minor Outlying Islands", "United States Minor Outlying Islands (the)"},
        {"US", "United States of America", "United States of America (the)"},
        {"VA", "Holy See", "Holy See (the)", "Holy See (Vatican City State)"},
        {"VC", "Saint Vincent and the Grenadines"},
        {"VE", "Venezuela, Bolivarian Republic of", "Venezuela (Bolivarian Republic of)"},
        {"VG", "Virgin Islands (British)", "Virgin Islands, British"},
        {"VI", "Virgin Islands (U.S.)", "Virgin Islands, U.S."},
        {"VN", "Viet Nam"},
        {"WF", "Wallis and Futuna"},
    };

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

    private static Map<String, String> byText() {
        Map<String, String> codes = new HashMap<>(CountryNumbers.alpha2ByNumber());
        for (String code : Locale.getISOCountries()) {
            Locale country = Locale.of("", code);
            codes.put(CanonicalShippingAddress.fold(country.getDisplayCountry(Locale.ENGLISH)), code);
            codes.put(CanonicalShippingAddress.fold(country.getISO3Country()), code);
        }
        for (String[] names : ISO_NAMES) {
            for (int i = 1; i < names.length; i++) {
                codes.put(CanonicalShippingAddress.fold(names[i]), names[0]);
            }
        }
        for (String code : Locale.getISOCountries()) {
            codes.put(CanonicalShippingAddress.fold(code), code);
        }
        return Map.copyOf(codes);
    }
}
