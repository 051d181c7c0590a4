package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Texts;

/**
 * The id of a platform's object that belongs to one purchase: a charge, payment, session or shop order. Statements with
 * a common reference are about the same purchase, also across platforms.
 *
 * @param value {@value #MIN_LENGTH} to {@value #MAX_LENGTH} printable characters
 */
public record ObjectReference(String value) {
    /** The shortest id. Shorter texts, such as a bank's approval code of 6 characters, repeat across purchases. */
    public static final int MIN_LENGTH = 12;

    /** The longest id, in code points. */
    public static final int MAX_LENGTH = 128;

    public ObjectReference {
        if (!isReference(value)) {
            throw new IllegalArgumentException("a reference has 12 to 128 printable characters");
        }
    }

    /** Returns the references among the ids; ids that are empty or have another length are left out. */
    public static List<ObjectReference> of(@Nullable String... ids) {
        List<ObjectReference> references = new ArrayList<>();
        for (String id : ids) {
            if (id != null && isReference(id)) {
                ObjectReference reference = new ObjectReference(id);
                if (!references.contains(reference)) {
                    references.add(reference);
                }
            }
        }
        return references;
    }

    private static boolean isReference(String id) {
        int length = Texts.length(id);
        return length >= MIN_LENGTH && length <= MAX_LENGTH && Texts.isPrintable(id);
    }
}
