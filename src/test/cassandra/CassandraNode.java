import org.apache.cassandra.service.CassandraDaemon;

/**
 * One Cassandra server of the tests, in a JVM of its own on JDK 17; not among the project's own classes, since those
 * are for a newer JDK. It ends with the process that started it: that one holds the other end of its standard
 * input, which closes however that process ends.
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
            while (System.in.read() >= 0) {
                // Nothing is ever said; only the end matters.
            }
        } catch (java.io.IOException e) {
            // The pipe is broken: the same as its end.
        }
        Runtime.getRuntime().halt(0);
    }
}
