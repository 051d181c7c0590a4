package org.orderevidence.integration;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that changed nothing, without its body.
 *
 * @param id the name by which it is replayed
 * @param type the platform's name of what happened; empty if the event states none
 * @param since when it was found that it changes nothing
 * @param reason such as {@code wrong_mode}
 * @param detail what is wrong, for people; never a value of the event except its type
 */
public record UnmappedEvent(
        String id, @Nullable String type, Instant receivedAt, Instant since, String reason, String detail) {}
