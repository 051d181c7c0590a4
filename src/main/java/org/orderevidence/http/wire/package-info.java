/**
 * One reader or writer for each shape of the interface, and the faults that a reader finds. Works on JSON and domain values, never on a connection.
 */
@NullMarked
package org.orderevidence.http.wire;

import org.jspecify.annotations.NullMarked;
