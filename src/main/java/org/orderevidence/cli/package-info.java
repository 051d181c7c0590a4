/** The command line: {@link org.orderevidence.cli.Main}, and one class for each command. */
@NullMarked
package org.orderevidence.cli;

import org.jspecify.annotations.NullMarked;
