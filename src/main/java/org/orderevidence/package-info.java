/** The composition root: {@code App} joins an installation, the service and the HTTP interface. */
@NullMarked
package org.orderevidence;

import org.jspecify.annotations.NullMarked;
