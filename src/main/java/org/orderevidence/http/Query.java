package org.orderevidence.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/** The query of a request. An unknown parameter is refused, because ignoring it would change the answer. */
public final class Query {
    private static final int MAX_DIGITS = 9;

    private final Exchange exchange;
    private final QueryParameters sent;
    private final List<String> known;
    private final Faults faults = new Faults(Faults.Unknown.REFUSED);
    private boolean isFinished;

    /**
     * @param known the names of all parameters, in the sequence in which an answer lists them
     */
    public Query(Exchange exchange, List<String> known) {
        this.exchange = exchange;
        this.sent = exchange.query();
        this.known = known;
    }

    /** True if the parameter is sent. */
    public boolean has(String name) {
        return sent.has(name);
    }

    /** Returns a parameter; {@code null} if it is not sent, or faulty. */
    public @Nullable String text(String name) {
        return sent.single(name, faults);
    }

    /** Reads an integer. */
    public int number(String name, int otherwise, int least, int most) {
        String text = text(name);
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        boolean isNumber = text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int number = isNumber ? Integer.parseInt(text) : -1;
        if (number >= least && number <= most) {
            return number;
        }
        error(name, name + " must be an integer from " + least + " to " + most + "; default " + otherwise);
        return otherwise;
    }

    /**
     * Reads a value in one of several forms.
     *
     * @param read returns empty if the text has none of them
     * @param rule what is expected
     */
    public <T> @Nullable T value(String name, Function<String, Optional<T>> read, String rule) {
        String text = text(name);
        T value = text == null ? null : read.apply(text).orElse(null);
        if (text != null && value == null) {
            error(name, rule);
        }
        return value;
    }

    /** Reads a text that must match a regular expression. */
    public @Nullable String matching(String name, String form, String rule) {
        return value(name, text -> text.matches(form) ? Optional.of(text) : Optional.empty(), rule);
    }

    /** Records a fault of a parameter. */
    public void error(String name, String detail) {
        QueryParameters.error(name, detail, faults);
    }

    /** Refuses the parameters that are not known; true if anything is wrong. */
    public boolean isRefused() {
        if (!isFinished) {
            isFinished = true;
            sent.refuseOthers(known, faults);
        }
        return faults.refuse();
    }

    /** Answers what is wrong with the query, or the request if nothing is. */
    public Answer answer(Supplier<Answer> operation) {
        return isRefused() ? exchange.invalidParameters(faults) : operation.get();
    }
}
