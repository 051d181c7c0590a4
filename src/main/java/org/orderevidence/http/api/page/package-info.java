/**
 * The operations that answer with receipts and evidence sheets, as HTML or PDF, and what they share with a fetch. What the pages show is decided in {@code
 * receipt.page}, how they look in {@code receipt.render}.
 */
@NullMarked
package org.orderevidence.http.api.page;

import org.jspecify.annotations.NullMarked;
