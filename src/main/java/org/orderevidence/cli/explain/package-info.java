/** The commands that show one order, its verdict and the reasons. */
@NullMarked
package org.orderevidence.cli.explain;

import org.jspecify.annotations.NullMarked;
