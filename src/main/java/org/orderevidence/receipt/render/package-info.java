/**
 * Receipts and evidence sheets as HTML and PDF: the templates, their style sheets and fonts. What a page shows is decided
 * in {@code receipt.page}.
 */
@NullMarked
package org.orderevidence.receipt.render;

import org.jspecify.annotations.NullMarked;
