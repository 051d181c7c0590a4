/** Clients that are generated from the description of the interface, and make every call with it. */
@NullMarked
package org.orderevidence.http.client;

import org.jspecify.annotations.NullMarked;
