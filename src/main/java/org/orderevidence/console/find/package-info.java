/**
 * The page that lists and finds orders. The page of one order is in {@code console.order}.
 */
@NullMarked
package org.orderevidence.console.find;

import org.jspecify.annotations.NullMarked;
