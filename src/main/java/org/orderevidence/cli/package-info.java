/** The command line: Main and one class a command. Works on a store only through {@link org.orderevidence.App}. */
@NullMarked
package org.orderevidence.cli;

import org.jspecify.annotations.NullMarked;
