/**
 * Receipt links over HTTP: the operations with which merchants make, list and revoke them, and the pages that they open.
 * What a link permits is decided in {@code service.link}; how a receipt looks is in {@code receipt}.
 */
@NullMarked
package org.orderevidence.http.api.link;

import org.jspecify.annotations.NullMarked;
