/**
 * The composition root: {@code App} joins an installation, the service and the HTTP interface. The classes that start
 * with {@code Open} do the same for the console, for commands on integrations, and for PDFs.
 */
@NullMarked
package org.orderevidence;

import org.jspecify.annotations.NullMarked;
