package org.orderevidence.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * How much a JVM allocates. It is asked through its management agent, which takes memory of its own: so only when all
 * else has been measured.
 */
final class Allocation {
    private Allocation() {}

    /** Bytes that a server allocates for a request of an operation. */
    static double bytesARequest(HttpContestant contestant, Operation operation, int connections, int seconds)
            throws IOException {
        try (JMXConnector connector = connect(contestant.server().pid())) {
            long before = total(connector);
            Round round = contestant.run(operation, connections, seconds);
            return (total(connector) - before) / (double) Math.max(1, round.requests());
        }
    }

    private static JMXConnector connect(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
            try {
                return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("process " + pid + " cannot be asked what it allocates", e);
        }
    }

    /** Of all threads ever; what virtual threads allocate counts for their carriers. */
    private static long total(JMXConnector connector) throws IOException {
        try {
            ObjectName threads = new ObjectName("java.lang:type=Threading");
            Object total = connector.getMBeanServerConnection().getAttribute(threads, "TotalThreadAllocatedBytes");
            return (Long) total;
        } catch (JMException e) {
            throw new IOException("this JVM does not tell what it allocates", e);
        }
    }
}
