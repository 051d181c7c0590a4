import java.util.concurrent.CountDownLatch;
import org.orderevidence.store.cassandra.TestCluster;

/**
 * The three Cassandra servers of the product's tests, for the benchmark: starts them, prints the address of a keyspace on
 * them and waits to be ended; they end with it. Run as a source file with the tests' class path.
 */
final class Nodes {
    private Nodes() {}

    public static void main(String[] args) throws InterruptedException {
        System.out.println(TestCluster.started().url(args[0]));
        new CountDownLatch(1).await();
    }
}
