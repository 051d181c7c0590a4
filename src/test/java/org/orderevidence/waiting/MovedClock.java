package org.orderevidence.waiting;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves. */
public class MovedClock extends Clock {
    private volatile Instant now;

    public MovedClock(Instant start) {
        now = start;
    }

    public final void move(Duration time) {
        set(now.plus(time));
    }

    public final void set(Instant time) {
        now = time;
    }

    @Override
    public final Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
