/** The data that merchants send and the service stores. Knows only the JDK: no clock, no I/O, no JSON, no SQL. */
@NullMarked
package org.orderevidence.order;

import org.jspecify.annotations.NullMarked;
