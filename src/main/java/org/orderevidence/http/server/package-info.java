/**
 * Connections, time limits, the checks before an operation, and problem answers. Contains no JSON of orders, and uses
 * no store.
 */
@NullMarked
package org.orderevidence.http.server;

import org.jspecify.annotations.NullMarked;
