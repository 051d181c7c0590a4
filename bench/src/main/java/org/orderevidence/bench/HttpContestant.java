package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A server that is asked over HTTP by wrk.
 *
 * @param key the API key to send
 * @param database the database server that it asks; null when there is none, or it is another
 */
record HttpContestant(
        String name,
        Child server,
        String key,
        Wrk wrk,
        @Nullable Postgres database,
        Path data) implements Contestant {
    private static final int SAMPLES = 200;

    /** The mean length of a fetched order's answer. */
    int meanAnswerBytes(Path workload) throws IOException {
        List<String> ids = Files.readAllLines(Workload.ids(workload, Operation.FETCH));
        Random random = new Random(Workload.SEED);
        int bytes = 0;
        for (int i = 0; i < SAMPLES; i++) {
            bytes += server.get("/api/v2/orders/" + ids.get(random.nextInt(ids.size())), key);
        }
        return bytes / SAMPLES;
    }

    @Override
    public Round.Answers run(Operation operation, int connections, int seconds) throws IOException {
        Round.Answers answers = wrk.run(server.port(), key, operation, connections, seconds);
        if (answers.requests() == 0) {
            throw new IOException(name + " answered nothing in " + seconds + " s");
        }
        return answers;
    }

    @Override
    public double serverMicros() throws IOException {
        return ProcessStats.cpuMicros(server.pid());
    }

    @Override
    public double databaseMicros() throws IOException {
        return database == null ? Double.NaN : database.cpuMicros();
    }
}
