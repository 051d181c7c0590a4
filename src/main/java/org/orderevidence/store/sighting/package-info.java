/** Sightings, and the search for those nearest to a moment. */
@NullMarked
package org.orderevidence.store.sighting;

import org.jspecify.annotations.NullMarked;
