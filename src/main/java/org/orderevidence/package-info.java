/** The composition root, which is the only place that picks a store, and the settings it is composed by. */
@NullMarked
package org.orderevidence;

import org.jspecify.annotations.NullMarked;
