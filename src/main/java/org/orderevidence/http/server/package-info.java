/**
 * Connections, time limits, the checks before an operation, and problem answers. Knows no wire shape of an order, and no store.
 */
@NullMarked
package org.orderevidence.http.server;

import org.jspecify.annotations.NullMarked;
