/**
 * What merchants connected, and the webhooks that arrived for it: integrations with their settings and secrets, and
 * events with how far their mapping got. All code is pure.
 */
@NullMarked
package org.orderevidence.integration.inbox;

import org.jspecify.annotations.NullMarked;
