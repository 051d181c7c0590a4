package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;

/**
 * The words that every reason has.
 *
 * @param code its name in the HTTP interface
 * @param detail what is wrong, in one or two sentences
 * @param remedy what to do, or null if nothing can fix it
 */
record ReasonWords(String code, String detail, @Nullable String remedy) {}
