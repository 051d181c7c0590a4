/** The commands for API keys. */
@NullMarked
package org.orderevidence.cli.key;

import org.jspecify.annotations.NullMarked;
