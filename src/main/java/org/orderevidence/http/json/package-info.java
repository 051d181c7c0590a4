/** Reads and writes JSON within bounds. Depends on the JSON library, and contains no field of the
 * interface. */
@NullMarked
package org.orderevidence.http.json;

import org.jspecify.annotations.NullMarked;
