/** The commands that import the history of a platform from a file that it exports. */
@NullMarked
package org.orderevidence.cli.imports;

import org.jspecify.annotations.NullMarked;
