/** Walks and repairs whole SQL stores, for copies and checks. No request passes here. */
@NullMarked
package org.orderevidence.store.sql.archive;

import org.jspecify.annotations.NullMarked;
