/** The data that merchants send and the service stores. Depends only on the JDK, without clock,
 * I/O, JSON or SQL. */
@NullMarked
package org.orderevidence.order;

import org.jspecify.annotations.NullMarked;
