/**
 * Signing in to the console with an API key: sessions and one-time codes. What a key permits is in {@code account};
 * cookies and pages are in {@code http}.
 */
@NullMarked
package org.orderevidence.account.session;

import org.jspecify.annotations.NullMarked;
