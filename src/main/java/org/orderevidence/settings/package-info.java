/** Every setting with its default and bounds, and the reader, which refuses unknown settings. Opens nothing. */
@NullMarked
package org.orderevidence.settings;

import org.jspecify.annotations.NullMarked;
