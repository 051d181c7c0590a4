/**
 * Access tokens as stores write them: the record, its kinds and its sealed form. What a token permits is decided in
 * {@code account.session} and {@code service.link}.
 */
@NullMarked
package org.orderevidence.store.token;

import org.jspecify.annotations.NullMarked;
