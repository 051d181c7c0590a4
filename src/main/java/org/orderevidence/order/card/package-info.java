/** The check that keeps card numbers out of all other fields. Works on characters alone. */
@NullMarked
package org.orderevidence.order.card;

import org.jspecify.annotations.NullMarked;
