package org.orderevidence.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Describes what is wrong with a date, and what to send instead. The texts follow the name of the field. They repeat a
 * date only after it was read as one.
 */
public final class DateHint {
    public static final String FORMS = "write it as 2026-11-01T10:00:00Z, 2026-11-01T10:00:00+01:00 or 2026-11-01";

    private static final int LONGEST = 40;
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2100-01-01T00:00:00Z");

    private static final Pattern UNIX = Pattern.compile("[0-9]{9,18}");
    private static final Pattern COMPACT = Pattern.compile("(20[0-9]{2})([01][0-9])([0-3][0-9])");
    private static final Pattern YEAR_FIRST = Pattern.compile("([0-9]{4})[/.-]([0-9]{1,2})[/.-]([0-9]{1,2})");
    private static final Pattern YEAR_LAST = Pattern.compile("([0-9]{1,2})([/.-])([0-9]{1,2})[/.-]([0-9]{4})");
    private static final Pattern SHORT_YEAR = Pattern.compile("[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{1,2}");

    private static final Pattern MOMENT = Pattern.compile("(?<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?<sep>[Tt]|[ _]{1,2})"
            + "(?<time>[0-9]{2}:[0-9]{2})(?<seconds>:[0-9]{2}([.,][0-9]+)?)? ?"
            + "(?<zone>[Zz]|UTC|GMT|[+-][0-9]{2}(:?[0-9]{2})?)?");

    private DateHint() {}

    /** Returns what is wrong with a text that is not in an accepted form. */
    public static String of(String sent) {
        String text = sent.strip();
        if (text.length() > LONGEST || text.isEmpty()) {
            return other();
        }
        String unix = UNIX.matcher(text).matches() ? unix(Long.parseLong(text)) : null;
        if (unix != null) {
            return unix;
        }
        Matcher date = YEAR_FIRST.matcher(text);
        if (date.matches()) {
            return yearFirst(sent, date.group(1), date.group(2), date.group(3));
        }
        Matcher compact = COMPACT.matcher(text);
        if (compact.matches()) {
            return yearFirst(sent, compact.group(1), compact.group(2), compact.group(3));
        }
        Matcher last = YEAR_LAST.matcher(text);
        if (last.matches()) {
            return yearLast(
                    last.group(4), last.group(1), last.group(3), last.group(2).equals("/"));
        }
        if (SHORT_YEAR.matcher(text).matches()) {
            return "must have the year first, with four digits: write 2026-11-01";
        }
        Matcher moment = MOMENT.matcher(text);
        return moment.matches() ? moment(sent, moment) : named(text);
    }

    /** Returns what to send instead of a number: a Unix time stamp of the years 2000 to 2099 is recognised. */
    public static String of(double number) {
        String unix = number >= 0 && number < Long.MAX_VALUE ? unix((long) number) : null;
        return unix == null ? "must be a date in quotes; " + FORMS : unix;
    }

    /** Returns the rule for a date before the first year that is accepted. */
    public static String tooEarly(String sent, int firstYear) {
        return "must be of the year " + firstYear + " or later"
                + (sent.startsWith("1970")
                        ? "; 1970 often comes from Unix seconds that were read as milliseconds"
                        : "");
    }

    private static @Nullable String unix(long number) {
        Instant seconds = Instant.ofEpochSecond(Math.min(number, LAST.getEpochSecond()));
        if (isPlausible(seconds)) {
            return "looks like Unix seconds: send " + seconds;
        }
        Instant millis = Instant.ofEpochMilli(Math.min(number, LAST.toEpochMilli()));
        if (isPlausible(millis)) {
            return "looks like Unix milliseconds: send " + millis.truncatedTo(ChronoUnit.SECONDS);
        }
        Instant micros = Instant.EPOCH.plus(number, ChronoUnit.MICROS);
        return isPlausible(micros)
                ? "looks like Unix microseconds: send " + micros.truncatedTo(ChronoUnit.SECONDS)
                : null;
    }

    private static boolean isPlausible(Instant time) {
        return !time.isBefore(FIRST) && time.isBefore(LAST);
    }

    private static String yearFirst(String sent, String year, String month, String day) {
        int y = Integer.parseInt(year);
        int m = Integer.parseInt(month);
        int d = Integer.parseInt(day);
        String fault = noSuchDay(y, m, d);
        if (!fault.isEmpty()) {
            return fault;
        }
        String right = LocalDate.of(y, m, d).toString();
        return right.equals(sent.strip())
                ? "has blanks around it: send " + right
                : "is not in an accepted form: send " + right;
    }

    private static String yearLast(String year, String first, String second, boolean isSlashed) {
        int y = Integer.parseInt(year);
        int a = Integer.parseInt(first);
        int b = Integer.parseInt(second);
        boolean canBeMonthFirst = noSuchDay(y, a, b).isEmpty();
        boolean canBeDayFirst = noSuchDay(y, b, a).isEmpty();
        String start = "must have the year first: ";
        if (canBeMonthFirst && isSlashed && canBeDayFirst && a != b) {
            return start + "send " + LocalDate.of(y, a, b) + " if the month is first here, or " + LocalDate.of(y, b, a)
                    + " if the day is";
        }
        if (canBeMonthFirst && (isSlashed || !canBeDayFirst)) {
            return start + "send " + LocalDate.of(y, a, b);
        }
        return canBeDayFirst ? start + "send " + LocalDate.of(y, b, a) : start + "write 2026-11-01";
    }

    private static String moment(String sent, Matcher moment) {
        String[] date = moment.group("date").split("-", -1);
        String fault = noSuchDay(Integer.parseInt(date[0]), Integer.parseInt(date[1]), Integer.parseInt(date[2]));
        if (!fault.isEmpty()) {
            return fault;
        }
        String zone = moment.group("zone");
        String seconds = moment.group("seconds");
        boolean hasT = moment.group("sep").equalsIgnoreCase("T");
        if (zone == null) {
            return "has no time zone: " + (hasT ? "" : "write T instead of the blank, and ")
                    + "append Z or an offset such as +01:00";
        }
        if (!isTime(moment.group("time"), seconds)) {
            return "has a time of day that does not exist: hours are 00 to 23, minutes and seconds 00 to 59";
        }
        String right = moment.group("date")
                + 'T'
                + moment.group("time")
                + (seconds == null ? ":00" : seconds.replace(',', '.'))
                + offset(zone);
        if (!hasT) {
            return "must have a T between date and time: send " + right;
        }
        if (seconds == null) {
            return "has no seconds: send " + right;
        }
        return right.equals(sent) ? other() : "is not in an accepted form: send " + right;
    }

    private static boolean isTime(String time, @Nullable String seconds) {
        boolean hasSecond = seconds == null || seconds.charAt(1) < '6';
        return time.compareTo("24") < 0 && time.charAt(3) < '6' && hasSecond;
    }

    private static String offset(String zone) {
        if (zone.length() == 3 && (zone.startsWith("+") || zone.startsWith("-"))) {
            return zone + ":00";
        }
        return zone.startsWith("+") || zone.startsWith("-") ? zone : "Z";
    }

    /** Reads the form of RFC 1123, which many programs write. */
    private static String named(String text) {
        try {
            ZonedDateTime time = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            return "must start with the year: send "
                    + time.withZoneSameInstant(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException noSuchForm) {
            return other();
        }
    }

    private static String noSuchDay(int year, int month, int day) {
        if (month < 1 || month > 12) {
            return "has month " + month + ", but months are 01 to 12";
        }
        int days = YearMonth.of(year, month).lengthOfMonth();
        return day >= 1 && day <= days
                ? ""
                : "is a day that does not exist: "
                        + Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH) + ' ' + year + " has " + days
                        + " days";
    }

    private static String other() {
        return "is not a date in an accepted form; " + FORMS;
    }
}
