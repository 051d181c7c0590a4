package org.orderevidence.order;

import java.util.Arrays;
import java.util.List;

/**
 * Finds what looks like a full card number in a string. It is a maximal run of digits, with or without single blanks or
 * dashes between them. The run passes Luhn, and its first digits and length are those of one issuer
 * ({@link CardNetwork}). Digits, blanks and dashes of any script count.
 *
 * <p>Three kinds of numbers pass that can look like card numbers. The first is up to 15 digits after a plus sign: an
 * international telephone number (ITU-T E.164). The second is 13 digits with the check digit of a GTIN-13, the number
 * below a bar code (GS1 General Specifications). One in ten of these passes Luhn, and issuers have not used 13 digits
 * for many years. The third is any run of 13 digits in the field of a telephone number.
 */
public final class CardNumbers {
    private static final int FEWEST_DIGITS = 13;
    private static final int MOST_DIGITS = 19;
    private static final int MOST_TELEPHONE_DIGITS = 15;
    private static final int GTIN_DIGITS = 13;

    private CardNumbers() {}

    public static boolean appearIn(String text) {
        return appearIn(text, FEWEST_DIGITS);
    }

    /** Returns true if there is one in {@code text}, the field of a telephone number. */
    public static boolean appearInTelephone(String text) {
        return appearIn(text, FEWEST_DIGITS + 1);
    }

    private static boolean appearIn(String text, int fewest) {
        int length = text.length();
        if (length < fewest) {
            return false;
        }
        int at = 0;
        while (at < length) {
            if (digitAt(text, at) < 0) {
                at += charsAt(text, at);
            } else {
                int end = endOfRun(text, at);
                if (runHolds(text, at, end, fewest)) {
                    return true;
                }
                at = end;
            }
        }
        return false;
    }

    /** End of the run of digits, single blanks and single dashes that starts at a digit; behind its last digit. */
    private static int endOfRun(String text, int start) {
        int end = start;
        int at = start;
        while (at < text.length()) {
            if (digitAt(text, at) >= 0) {
                at += charsAt(text, at);
                end = at;
            } else if (at == end && isSeparator(text.charAt(at))) {
                at++;
            } else {
                break;
            }
        }
        return end;
    }

    /** Looks at the whole run, and at each piece of it that has no separator inside: an expiry date may follow. */
    private static boolean runHolds(String text, int start, int end, int fewest) {
        if (end - start < fewest) {
            return false;
        }
        int inRun = 0;
        int inPiece = 0;
        int pieceStart = start;
        for (int at = start; at < end; at += charsAt(text, at)) {
            if (digitAt(text, at) >= 0) {
                inRun++;
                inPiece++;
            } else {
                if (isCard(text, pieceStart, at, inPiece, fewest)) {
                    return true;
                }
                pieceStart = at + 1;
                inPiece = 0;
            }
        }
        return isCard(text, pieceStart, end, inPiece, fewest)
                || (inPiece < inRun && isCard(text, start, end, inRun, fewest));
    }

    private static boolean isCard(String text, int start, int end, int count, int fewest) {
        if (count < fewest || count > MOST_DIGITS) {
            return false;
        }
        boolean telephone = count <= MOST_TELEPHONE_DIGITS && start > 0 && text.charAt(start - 1) == '+';
        if (telephone) {
            return false;
        }
        byte[] digits = new byte[count];
        int n = 0;
        for (int at = start; at < end; at += charsAt(text, at)) {
            int digit = digitAt(text, at);
            if (digit >= 0) {
                digits[n++] = (byte) digit;
            }
        }
        return passesLuhn(digits) && isIssued(digits) && !isGtin(digits);
    }

    private static boolean isIssued(byte[] digits) {
        int firstFour = ((digits[0] * 10 + digits[1]) * 10 + digits[2]) * 10 + digits[3];
        for (CardNetwork network : CardNetwork.ALL) {
            if (network.issues(firstFour, digits.length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean passesLuhn(byte[] digits) {
        int sum = 0;
        for (int i = 0; i < digits.length; i++) {
            int digit = digits[digits.length - 1 - i];
            int doubled = 2 * digit;
            sum += i % 2 == 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10 == 0;
    }

    private static boolean isGtin(byte[] digits) {
        if (digits.length != GTIN_DIGITS) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < GTIN_DIGITS; i++) {
            sum += i % 2 == 0 ? digits[i] : 3 * digits[i];
        }
        return sum % 10 == 0;
    }

    private static boolean isSeparator(char c) {
        if (c < 0x80) {
            return c == ' ' || c == '-';
        }
        int type = Character.getType(c);
        return type == Character.SPACE_SEPARATOR || type == Character.DASH_PUNCTUATION;
    }

    /** The decimal digit that starts at {@code at}, or -1. */
    private static int digitAt(String text, int at) {
        char c = text.charAt(at);
        if (c < 0x80) {
            return c >= '0' && c <= '9' ? c - '0' : -1;
        }
        return Character.digit(text.codePointAt(at), 10);
    }

    private static int charsAt(String text, int at) {
        return text.charAt(at) < 0x80 ? 1 : Character.charCount(text.codePointAt(at));
    }

    /**
     * Which first digits and how many digits the numbers of a card network have.
     *
     * @param lengths how many digits a number may have
     */
    record CardNetwork(String name, List<Prefix> prefixes, List<Integer> lengths) {
        /**
         * The networks. Sources: ISO/IEC 7812-1 (numbers of up to 19 digits, Luhn), Wikipedia "Payment card number" (table
         * of issuer identification numbers), Vantiv "Credit Card Number Formats" 2.2 (2016). Maestro's 12 digits are left
         * out: telephone numbers have as many. Visa's 13 digits are no longer issued.
         */
        static final List<CardNetwork> ALL = List.of(
                network("Visa", "4", 16, 19),
                network("Mastercard", "51-55 2221-2720", 16),
                network("American Express", "34 37", 15),
                network("Discover", "6011 644-649 65", 16, 17, 18, 19),
                network("Diners Club", "300-305 3095 36 38-39", 14, 15, 16, 17, 18, 19),
                network("JCB", "3528-3589", 16, 17, 18, 19),
                network("UnionPay", "62", 16, 17, 18, 19),
                network("Maestro", "5018 5020 5038 5893 6304 6759 6761-6763", 13, 14, 15, 16, 17, 18, 19),
                network("Mir", "2200-2204", 16, 17, 18, 19),
                network("RuPay", "60 81-82 508", 16));

        /**
         * A range of first digits, as the least and greatest four digits that start so.
         *
         * @param first 0 to 9999
         * @param last 0 to 9999
         */
        record Prefix(int first, int last) {}

        /**
         * Returns true if a number with this many digits that starts with these four, 0 to 9999, may be of this network.
         */
        boolean issues(int firstFour, int digits) {
            if (!lengths.contains(digits)) {
                return false;
            }
            for (Prefix prefix : prefixes) {
                if (firstFour >= prefix.first && firstFour <= prefix.last) {
                    return true;
                }
            }
            return false;
        }

        private static CardNetwork network(String name, String prefixes, Integer... lengths) {
            List<Prefix> ranges = Arrays.stream(prefixes.split(" ", -1))
                    .map(range -> range.split("-", -1))
                    .map(ends -> new Prefix(firstFour(ends[0], "000"), firstFour(ends[ends.length - 1], "999")))
                    .toList();
            return new CardNetwork(name, ranges, List.of(lengths));
        }

        private static int firstFour(String digits, String filler) {
            return Integer.parseInt((digits + filler).substring(0, 4));
        }
    }
}
