/** What requests may hold and do at the same time: memory, connections, turns. Knows nothing of HTTP. */
@NullMarked
package org.orderevidence.http.limits;

import org.jspecify.annotations.NullMarked;
