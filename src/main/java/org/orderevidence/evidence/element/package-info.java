/**
 * The elements of an order that can be equal on several orders, read and compared, and the numbers of the rule. Pure.
 */
@NullMarked
package org.orderevidence.evidence.element;

import org.jspecify.annotations.NullMarked;
