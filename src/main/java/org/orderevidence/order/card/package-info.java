/**
 * Definitions of the card networks: which digits are a card number, and the codes of disputes. Works on characters
 * alone.
 */
@NullMarked
package org.orderevidence.order.card;

import org.jspecify.annotations.NullMarked;
