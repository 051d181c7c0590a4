/** The commands for accounts and their profiles. */
@NullMarked
package org.orderevidence.cli.account;

import org.jspecify.annotations.NullMarked;
