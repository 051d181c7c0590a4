import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.service.StorageService;

/**
 * One Cassandra server of the tests, in a JVM of its own on JDK 17; not among the project's own classes, since those
 * are for a newer JDK. It ends with the process that started it: that one holds the other end of its standard
 * input, which closes however that process ends. Each line that comes there asks for something to be written to the
 * files: an empty one for the schema, another one for the keyspace that it names, compacted. A file {@code schema-kept}
 * says that it was.
 */
final class CassandraNode {
    private CassandraNode() {}

    public static void main(String[] args) {
        Thread watch = new Thread(CassandraNode::endWithTheStarter, "end-with-the-starter");
        watch.setDaemon(true);
        watch.start();
        CassandraDaemon.main(args);
    }

    private static void endWithTheStarter() {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String keyspace = line.isEmpty() ? "system_schema" : line;
                Keyspace.open(keyspace).flush(FlushReason.USER_FORCED).forEach(CassandraNode::await);
                if (!line.isEmpty()) {
                    compact(keyspace);
                }
                Files.createFile(Path.of(System.getProperty("cassandra.storagedir"), "schema-kept"));
            }
        } catch (IOException e) {
            // The pipe is broken: the same as its end.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void compact(String keyspace) {
        try {
            StorageService.instance.forceKeyspaceCompaction(false, keyspace);
        } catch (IOException | InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the keyspace cannot be compacted", e);
        }
    }

    private static void await(Future<?> flush) {
        try {
            flush.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the schema cannot be written", e);
        }
    }
}
