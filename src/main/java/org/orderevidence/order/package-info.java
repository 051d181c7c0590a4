/** What merchants send and we keep. Knows only the JDK: no clock, no I/O, no JSON, no SQL. */
@NullMarked
package org.orderevidence.order;

import org.jspecify.annotations.NullMarked;
