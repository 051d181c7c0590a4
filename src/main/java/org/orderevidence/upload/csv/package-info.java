/** Reads orders from CSV: maps the columns of the header to fields of an order, and makes JSON of each row. */
@NullMarked
package org.orderevidence.upload.csv;

import org.jspecify.annotations.NullMarked;
