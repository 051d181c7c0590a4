/**
 * The commands that list, search and count orders, and that change the refund, disputes and fraud reports of one.
 */
@NullMarked
package org.orderevidence.cli.order;

import org.jspecify.annotations.NullMarked;
