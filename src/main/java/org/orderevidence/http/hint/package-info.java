/** The advice in error messages: what callers probably meant, and what to send instead. */
@NullMarked
package org.orderevidence.http.hint;

import org.jspecify.annotations.NullMarked;
