/**
 * Splits the input of an upload into records: NDJSON, other JSON or CSV, plain or compressed with gzip. Whether a
 * record is an order is decided by the service.
 */
@NullMarked
package org.orderevidence.upload;

import org.jspecify.annotations.NullMarked;
