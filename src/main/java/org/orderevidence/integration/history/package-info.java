/**
 * Rows of the files that platforms export: their columns, amounts and times. A class of each platform's package makes
 * statements of them, with the mapper of its webhooks. All code is pure.
 */
@NullMarked
package org.orderevidence.integration.history;

import org.jspecify.annotations.NullMarked;
