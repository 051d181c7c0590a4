/** Reads and writes JSON within bounds. Knows the JSON library, and no field of the interface. */
@NullMarked
package org.orderevidence.http.json;

import org.jspecify.annotations.NullMarked;
