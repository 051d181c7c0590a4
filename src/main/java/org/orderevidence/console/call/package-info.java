/**
 * Calls of the HTTP interface that a page makes for its visitor, and the form to try operations. What the operations do is
 * not here.
 */
@NullMarked
package org.orderevidence.console.call;

import org.jspecify.annotations.NullMarked;
