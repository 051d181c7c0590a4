package org.orderevidence.http.limits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * The heap that requests hold before a key, a session or a signature shows whose they are. No account pays for them, and
 * none of them waits: when there is no room, the oldest is ended to make it. A request that is under way for longer than
 * others is one whose client is slow or has stopped. Large ones are ended before small ones. While many that were ended
 * have not let go of their memory, new ones are ended too, small ones last.
 */
public final class StrangersMemory {
    private final Holdings all;
    private final long largestSmall;
    private final long mostPerReceiver;
    private final Map<String, Holdings> receivers = new HashMap<>();

    /**
     * @param most bytes of all requests together
     * @param mostPerReceiver bytes of all requests to the same receiver
     */
    public StrangersMemory(long most, long mostPerReceiver, long largestSmall) {
        this.largestSmall = largestSmall;
        this.all = new Holdings(most);
        this.mostPerReceiver = mostPerReceiver;
    }

    /** Some claims, of each size the oldest first. */
    private final class Holdings {
        private final long most;
        private final SequencedSet<Claim> small = new LinkedHashSet<>();
        private final SequencedSet<Claim> large = new LinkedHashSet<>();
        private long held;

        /** Bytes of requests that were ended, and may still be reachable. */
        private long leaving;

        private Holdings(long most) {
            this.most = most;
        }

        /** Counts a change of a claim from one size to another. */
        private void change(Claim claim, long from, long to) {
            held += to - from;
            if (to == 0 || (from <= largestSmall && to > largestSmall)) {
                small.remove(claim);
            }
            if (to == 0) {
                large.remove(claim);
            } else {
                // One that is there already keeps its place.
                (to > largestSmall ? large : small).add(claim);
            }
        }

        private Claim first() {
            return large.isEmpty() ? small.getFirst() : large.getFirst();
        }
    }

    /**
     * Returns a claim that holds nothing yet.
     *
     * @param receiver whom the request is addressed to, such as an integration; may be empty
     * @param end ends the connection of the request
     */
    public Claim open(String receiver, Runnable end) {
        return new Claim(receiver, end);
    }

    /** Returns how many bytes are held. */
    synchronized long held() {
        return all.held;
    }

    /** What one request holds. It can be used for the next request of its connection after it was closed. */
    public final class Claim implements AutoCloseable {
        private final String receiver;
        private final Runnable end;
        private long held;
        private long leaving;
        private boolean isEnded;

        private Claim(String receiver, Runnable end) {
            this.receiver = receiver;
            this.end = end;
        }

        /**
         * Grows to a size. Less than it has changes nothing.
         *
         * @return false if this request was ended; it must not hold more
         */
        public boolean hold(long bytes) {
            List<Claim> ended = new ArrayList<>(0);
            boolean isHeld;
            synchronized (StrangersMemory.this) {
                if (!isEnded && bytes > held && all.leaving > (bytes > largestSmall ? all.most / 2 : all.most)) {
                    // What it asks for is not there yet.
                    ended.add(end(this));
                } else if (!isEnded && bytes > held) {
                    resize(bytes);
                    Holdings mine = receivers.get(receiver);
                    while (mine != null && mine.held > mine.most) {
                        ended.add(endFirst(mine));
                    }
                    while (all.held > all.most) {
                        ended.add(endFirst(all));
                    }
                }
                isHeld = !isEnded;
            }
            ended.forEach(claim -> claim.end.run());
            return isHeld;
        }

        /** Gives everything back: the request is finished, and nothing of it is reachable. */
        @Override
        public void close() {
            synchronized (StrangersMemory.this) {
                all.leaving -= leaving;
                leaving = 0;
                if (held > 0) {
                    resize(0);
                }
            }
        }

        private void resize(long bytes) {
            Holdings mine = receivers.computeIfAbsent(receiver, _ -> new Holdings(mostPerReceiver));
            mine.change(this, held, bytes);
            all.change(this, held, bytes);
            held = bytes;
            if (mine.held == 0) {
                receivers.remove(receiver);
            }
        }
    }

    private Claim endFirst(Holdings some) {
        return end(some.first());
    }

    /** What it holds stays counted until it is closed: its threads may need a moment to let go of it. */
    private Claim end(Claim claim) {
        claim.isEnded = true;
        claim.leaving = claim.held;
        all.leaving += claim.leaving;
        claim.resize(0);
        return claim;
    }
}
