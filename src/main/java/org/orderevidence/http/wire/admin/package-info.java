/** Readers and writers for the administration: keys, the account, the audit log, integrations. What a key may do is decided elsewhere. */
@NullMarked
package org.orderevidence.http.wire.admin;

import org.jspecify.annotations.NullMarked;
