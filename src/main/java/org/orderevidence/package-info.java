/**
 * The composition root: {@code App} joins an installation, the service and the HTTP interface, and
 * {@code OpenInstallation} does the same for commands.
 */
@NullMarked
package org.orderevidence;

import org.jspecify.annotations.NullMarked;
