/**
 * Renews what an older version wrote: seals records again under a new key, derives rows again after an upgrade. Works in the
 * background and continues after an interruption. Requests do not use this package.
 */
@NullMarked
package org.orderevidence.transfer.renewal;

import org.jspecify.annotations.NullMarked;
