/** Readers and writers for the administration: keys, the account, the audit log. */
@NullMarked
package org.orderevidence.http.wire.admin;

import org.jspecify.annotations.NullMarked;
