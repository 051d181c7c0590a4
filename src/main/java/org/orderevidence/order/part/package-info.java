/**
 * The statements of each source about an order, and how these parts make one order. Composition is a pure function of
 * the parts: no store, no clock. How parts are encoded belongs to {@code store.document}.
 */
@NullMarked
package org.orderevidence.order.part;

import org.jspecify.annotations.NullMarked;
