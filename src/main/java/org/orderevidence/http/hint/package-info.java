/** What callers probably meant: the part of an error message that tells what to send instead. */
@NullMarked
package org.orderevidence.http.hint;

import org.jspecify.annotations.NullMarked;
