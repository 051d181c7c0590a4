/** The mistakes of callers and the answers to them: docs/errors.md. */
@NullMarked
package org.orderevidence.http.mistake;

import org.jspecify.annotations.NullMarked;
