/**
 * The page of one order: verdict, checks, matches, receipt, sources, and the forms that record facts. Lists of orders are
 * in {@code console.find}.
 */
@NullMarked
package org.orderevidence.console.order;

import org.jspecify.annotations.NullMarked;
