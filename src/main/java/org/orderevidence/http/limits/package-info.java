/** Limits of concurrent requests: memory, connections, turns. Independent of HTTP. */
@NullMarked
package org.orderevidence.http.limits;

import org.jspecify.annotations.NullMarked;
