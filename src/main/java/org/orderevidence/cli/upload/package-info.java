/** The commands that upload orders and sightings. */
@NullMarked
package org.orderevidence.cli.upload;

import org.jspecify.annotations.NullMarked;
