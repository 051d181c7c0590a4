/**
 * The operations of the interface, one class each, and their routes. Each one reads a request,
 * calls the service, and writes the answer.
 */
@NullMarked
package org.orderevidence.http.api;

import org.jspecify.annotations.NullMarked;
