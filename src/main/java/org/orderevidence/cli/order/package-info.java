/** The commands that list and search orders, and that change the refund, disputes and fraud reports of one. */
@NullMarked
package org.orderevidence.cli.order;

import org.jspecify.annotations.NullMarked;
