/** The mistakes of callers and the answers to them. */
@NullMarked
package org.orderevidence.http.mistake;

import org.jspecify.annotations.NullMarked;
