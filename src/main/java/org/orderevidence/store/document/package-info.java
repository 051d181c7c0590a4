/** The stored encoding of orders, facts, profiles, integrations and coverage. Bytes in, domain values out; knows no store. */
@NullMarked
package org.orderevidence.store.document;

import org.jspecify.annotations.NullMarked;
