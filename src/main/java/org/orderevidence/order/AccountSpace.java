package org.orderevidence.order;

import java.util.List;
import java.util.stream.Stream;

/**
 * The live or test data of one account. All data belongs to one space, and no request reads two
 * spaces.
 *
 * @param account the account's id: 1 to 64 of {@code a-z 0-9 - _}
 */
public record AccountSpace(String account, Mode mode) {
    /** Live data, or a merchant's trials. */
    public enum Mode implements WireNamed {
        LIVE,
        TEST;

        /** Returns the mode of this name. */
        public static Mode of(String word) {
            return WireNamed.find(values(), word)
                    .orElseThrow(() -> new IllegalArgumentException("no mode is named " + word));
        }
    }

    private static final String RESERVED = "_installation";

    /** The space of what belongs to no account: the accounts themselves, keys, tokens. No account may have its id. */
    public static final AccountSpace INSTALLATION = new AccountSpace(RESERVED, Mode.LIVE);

    private static final int MAX_ACCOUNT_LENGTH = 64;

    public AccountSpace {
        if (!isAccountId(account) && !account.equals(RESERVED)) {
            throw new IllegalArgumentException("an account ID has 1 to 64 characters of a-z, 0-9, - and _");
        }
    }

    public static List<AccountSpace> of(String account) {
        return Stream.of(Mode.values())
                .map(mode -> new AccountSpace(account, mode))
                .toList();
    }

    /** Returns one text for account and mode: an account's id has no slash. */
    public String path() {
        return account + "/" + mode.wireName();
    }

    /** Returns the space of such a text. */
    public static AccountSpace ofPath(String path) {
        int slash = path.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("no space is named " + path);
        }
        return new AccountSpace(path.substring(0, slash), Mode.of(path.substring(slash + 1)));
    }

    /** Returns true if {@code text} may name an account. */
    public static boolean isAccountId(String text) {
        return !text.isEmpty()
                && !text.equals(RESERVED)
                && text.length() <= MAX_ACCOUNT_LENGTH
                && text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_');
    }
}
