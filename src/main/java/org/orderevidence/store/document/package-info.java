/** The stored encoding of orders, facts and profiles. Bytes in, domain values out; knows no store. */
@NullMarked
package org.orderevidence.store.document;

import org.jspecify.annotations.NullMarked;
