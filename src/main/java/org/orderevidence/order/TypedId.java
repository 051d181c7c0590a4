package org.orderevidence.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An order ID as a person typed it: the case, the mark {@code #}, a word such as "order" and a shop's prefix can differ.
 *
 * @param isExact true if nobody typed it, so that nothing can differ
 */
public record TypedId(String text, boolean isExact) {
    /** Maximum number of IDs that are looked up for a typed one. */
    public static final int MAX_IDS = 1_000;

    private static final Pattern WORDS =
            Pattern.compile("(?i)^(?:(?:order|number|no|nr)\\.?(?=[\\s#:])|[\\s#:])+(?=\\S)");
    private static final String DIGITS = "0123456789";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    public TypedId(String text) {
        this(text, false);
    }

    /** Returns the IDs that the text can mean: as typed, in upper, lower and title case, each also with a prefix. */
    public List<OrderId> forms(Collection<String> prefixes) {
        Set<OrderId> forms = new LinkedHashSet<>();
        add(forms, text);
        for (String start : isExact ? List.<String>of() : starts(prefixes)) {
            String bare = bare();
            String lower = bare.toLowerCase(Locale.ROOT);
            add(forms, start + bare);
            add(forms, start + bare.toUpperCase(Locale.ROOT));
            add(forms, start + lower);
            add(forms, start + lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1));
        }
        return forms.stream().limit(MAX_IDS).toList();
    }

    /**
     * Returns the IDs that differ from the typed one, as it is and in upper case, by one digit or letter: more, less or
     * another. Only digits change if it has no letters, or if it is so long that there would be more than
     * {@value #MAX_IDS}. Prefixes do not change.
     */
    public Set<OrderId> near(Collection<String> prefixes) {
        Set<OrderId> near = new LinkedHashSet<>();
        for (String start : starts(prefixes)) {
            for (String bare : Stream.of(bare(), bare().toUpperCase(Locale.ROOT))
                    .distinct()
                    .toList()) {
                Set<OrderId> more = edits(start, bare, letters(bare) + (has(bare, DIGITS) ? DIGITS : ""));
                if (near.size() + more.size() > MAX_IDS) {
                    more = edits(start, bare, DIGITS);
                }
                if (near.size() + more.size() <= MAX_IDS) {
                    near.addAll(more);
                }
            }
        }
        return near;
    }

    private static String letters(String bare) {
        String lower = UPPER.toLowerCase(Locale.ROOT);
        return (has(bare, UPPER) ? UPPER : "") + (has(bare, lower) ? lower : "");
    }

    private static boolean has(String bare, String characters) {
        return bare.chars().anyMatch(c -> characters.indexOf(c) >= 0);
    }

    /** Where a character of the alphabet is added, removed or replaced. */
    private static Set<OrderId> edits(String start, String bare, String alphabet) {
        Set<OrderId> edits = new LinkedHashSet<>();
        for (int i = 0; i <= bare.length() && edits.size() <= MAX_IDS; i++) {
            String before = start + bare.substring(0, i);
            String rest = bare.substring(i);
            boolean changes = i < bare.length() && alphabet.indexOf(bare.charAt(i)) >= 0;
            if (changes) {
                add(edits, before + rest.substring(1));
            }
            for (int each = 0; each < alphabet.length(); each++) {
                char other = alphabet.charAt(each);
                add(edits, before + other + rest);
                if (changes && other != bare.charAt(i)) {
                    add(edits, before + other + rest.substring(1));
                }
            }
        }
        return edits;
    }

    private String bare() {
        return WORDS.matcher(text).replaceFirst("");
    }

    private static List<String> starts(Collection<String> prefixes) {
        List<String> starts = new ArrayList<>(List.of("", "#"));
        starts.addAll(prefixes);
        return starts;
    }

    private static void add(Set<OrderId> ids, String id) {
        if (OrderId.isValid(id)) {
            ids.add(new OrderId(id));
        }
    }

    @Override
    public String toString() {
        return "TypedId";
    }
}
