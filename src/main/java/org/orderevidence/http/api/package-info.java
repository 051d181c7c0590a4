/**
 * The operations of the interface, one class each, and their routes. They read a shape, ask the service, and write a shape.
 */
@NullMarked
package org.orderevidence.http.api;

import org.jspecify.annotations.NullMarked;
