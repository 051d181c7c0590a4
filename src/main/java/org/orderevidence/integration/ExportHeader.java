package org.orderevidence.integration;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orderevidence.order.Texts;

/** The names of the columns of an export, in the sequence of the file. Upper and lower case are the same. */
public final class ExportHeader {
    /** Of a column that does not exist. */
    static final int NONE = -1;

    private final List<String> names;
    private final Map<String, Integer> columns = new HashMap<>();

    /**
     * @param names of two columns with one name, the first counts
     */
    public ExportHeader(List<String> names) {
        this.names = names.stream().map(Texts::trim).toList();
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(key(this.names.get(i)), i);
        }
    }

    /** Returns the names as they are in the file, without blanks at their ends. */
    public List<String> names() {
        return names;
    }

    /** Returns true if there is a column of this name. */
    public boolean has(String name) {
        return columns.containsKey(key(name));
    }

    /** Returns the index of a column, or {@link #NONE}. */
    int column(String name) {
        return columns.getOrDefault(key(name), NONE);
    }

    /** Returns the form in which names are compared. */
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
