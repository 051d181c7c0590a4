/** Limits of concurrent requests: memory, connections, turns. Knows nothing of HTTP. */
@NullMarked
package org.orderevidence.http.limits;

import org.jspecify.annotations.NullMarked;
