package org.orderevidence.store;

import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.orderevidence.store.SimulatedRecords.Fate;
import org.orderevidence.store.SimulatedRecords.Memory;

/** The simulation is itself a store of records. */
class SimulatedRecordsTest {
    @Nested
    class Atomic extends Simulated {
        Atomic() {
            super(true);
        }
    }

    @Nested
    class Torn extends Simulated {
        Torn() {
            super(false);
        }
    }

    abstract static class Simulated extends RecordStoreContract {
        private final Memory memory;

        Simulated(boolean isAtomic) {
            memory = new Memory(isAtomic, 1);
        }

        @Override
        protected RecordStore open(List<Kind> kinds) {
            return new TimedStore(new SimulatedRecords(memory, InstantSource.system(), step -> Fate.PASSES), kinds);
        }
    }
}
