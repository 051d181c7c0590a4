/** The commands for integrations. */
@NullMarked
package org.orderevidence.cli.integration;

import org.jspecify.annotations.NullMarked;
