package org.orderevidence.installation;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.http.limits.TrustedProxies;

/** The form of a setting's value. */
public sealed interface SettingKind {
    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException if it breaks the rule; the message is the rule
     */
    Object parse(String text);

    static SettingKind text() {
        return new Text();
    }

    static SettingKind path() {
        return new FilePath();
    }

    static SettingKind files() {
        return new Files();
    }

    static SettingKind store() {
        return new Store();
    }

    static SettingKind publicUrl() {
        return new Address();
    }

    static SettingKind hosts() {
        return new Hosts();
    }

    static SettingKind proxies() {
        return new Proxies();
    }

    static SettingKind whole() {
        return new Whole(0, Integer.MAX_VALUE);
    }

    static SettingKind whole(int least, int most) {
        return new Whole(least, most);
    }

    static SettingKind duration() {
        return new Time();
    }

    static SettingKind minutes(int most) {
        return new WholeMinutes(most);
    }

    static SettingKind choice(String... names) {
        return new Choice(List.of(names));
    }

    /** Any text that is not blank. */
    record Text() implements SettingKind {
        @Override
        public String parse(String text) {
            require(!text.isBlank(), "must not be blank");
            return text;
        }
    }

    /** A file or folder. */
    record FilePath() implements SettingKind {
        @Override
        public Path parse(String text) {
            require(!text.isBlank(), "must name a file or folder");
            try {
                return Path.of(text);
            } catch (InvalidPathException notAPath) {
                throw new IllegalArgumentException("must name a file or folder", notAPath);
            }
        }
    }

    /** Files, with commas between them; may be empty. */
    record Files() implements SettingKind {
        @Override
        public List<Path> parse(String text) {
            return text.isBlank()
                    ? List.of()
                    : Arrays.stream(text.split(",", -1))
                            .map(name -> new FilePath().parse(name.strip()))
                            .toList();
        }
    }

    /** The address of the store. */
    record Store() implements SettingKind {
        @Override
        public StoreUrl parse(String text) {
            return StoreUrl.parse(text);
        }
    }

    /** The address of the service for browsers. */
    record Address() implements SettingKind {
        @Override
        public Optional<URI> parse(String text) {
            return PublicUrl.parse(text);
        }
    }

    /** Names of hosts, with commas between them; may be empty. */
    record Hosts() implements SettingKind {
        @Override
        public Set<String> parse(String text) {
            return PublicUrl.hosts(text);
        }
    }

    /** Addresses and networks, with commas between them; may be empty. */
    record Proxies() implements SettingKind {
        @Override
        public TrustedProxies parse(String text) {
            try {
                return TrustedProxies.parse(text);
            } catch (IllegalArgumentException broken) {
                throw new IllegalArgumentException(
                        "must be IP addresses or networks such as 10.0.0.0/8, separated by commas", broken);
            }
        }
    }

    /**
     * A whole number.
     *
     * @param least smallest
     * @param most largest
     */
    record Whole(int least, int most) implements SettingKind {
        @Override
        public Integer parse(String text) {
            String rule = "must be a whole number from " + least + " to " + most;
            require(text.matches("\\d{1,10}"), rule);
            long value = Long.parseLong(text);
            require(value >= least && value <= most, rule);
            return (int) value;
        }
    }

    /** A length of time: a whole number and a unit. */
    record Time() implements SettingKind {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

        @Override
        public Duration parse(String text) {
            Matcher form = FORM.matcher(text);
            require(form.matches(), "must be a whole number with ms, s, m, h or d behind it, such as 30s");
            long count = Long.parseLong(form.group(1));
            return switch (form.group(2)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ofDays(count);
            };
        }
    }

    /**
     * A length of time in whole minutes.
     *
     * @param most longest, in minutes
     */
    record WholeMinutes(int most) implements SettingKind {
        @Override
        public Duration parse(String text) {
            Duration time = new Time().parse(text);
            boolean whole = time.equals(Duration.ofMinutes(time.toMinutes()));
            require(whole && time.toMinutes() <= most, "must be whole minutes, from 0m to " + most + "m");
            return time;
        }
    }

    /**
     * One of a few names.
     *
     * @param names all of them
     */
    record Choice(List<String> names) implements SettingKind {
        @Override
        public String parse(String text) {
            require(names.contains(text), "must be one of " + String.join(", ", names));
            return text;
        }
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
