/** Help, completion, and the messages for wrong usage. */
@NullMarked
package org.orderevidence.cli.help;

import org.jspecify.annotations.NullMarked;
