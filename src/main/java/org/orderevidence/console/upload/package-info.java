/** The page that uploads a file of orders. The service decides about each order; formats are in {@code upload}. */
@NullMarked
package org.orderevidence.console.upload;

import org.jspecify.annotations.NullMarked;
