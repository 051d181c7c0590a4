/** Code that all commands share: terminal, exit codes, tables, and the client of the service. */
@NullMarked
package org.orderevidence.cli.terminal;

import org.jspecify.annotations.NullMarked;
