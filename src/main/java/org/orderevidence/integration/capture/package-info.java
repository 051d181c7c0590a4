/**
 * Measures how often orders have what compelling evidence needs, by source and way of payment, and decides when a drop
 * is an alarm. It reads neither orders nor the clock.
 */
@NullMarked
package org.orderevidence.integration.capture;

import org.jspecify.annotations.NullMarked;
