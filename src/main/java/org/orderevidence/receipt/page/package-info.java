/**
 * What a receipt and an evidence sheet show, as text and numbers for a template. Pure code: it does not write HTML, and it
 * does not judge.
 */
@NullMarked
package org.orderevidence.receipt.page;

import org.jspecify.annotations.NullMarked;
