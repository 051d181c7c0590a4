package org.orderevidence.integration;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * What every event states about itself.
 *
 * @param id the same for each delivery of the event, by which duplicates are found
 * @param type the platform's name of what happened
 * @param time when it happened; empty if the platform does not sign it
 * @param mode live or test; empty if the event does not state it
 */
public record EventHead(String id, String type, @Nullable Instant time, AccountSpace.@Nullable Mode mode) {}
