/** Every setting with its default and bounds, and the reader that refuses what it does not know. Opens nothing. */
@NullMarked
package org.orderevidence.settings;

import org.jspecify.annotations.NullMarked;
