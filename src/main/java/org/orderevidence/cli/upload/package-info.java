/** The commands that send orders and sightings. */
@NullMarked
package org.orderevidence.cli.upload;

import org.jspecify.annotations.NullMarked;
