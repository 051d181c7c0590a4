package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What an address and the settings become for the driver. */
final class ConnectionTest {
    private static DriverExecutionProfile config(String address) {
        return Connection.config(CassandraUrl.parse(address), CassandraSettings.defaults())
                .getInitialConfig()
                .getDefaultProfile();
    }

    @Test
    void aPlainAddressAsksForNoEncryptionAndInfersTheDataCentre() {
        DriverExecutionProfile config = config("cassandra://h/k");

        assertFalse(config.isDefined(DefaultDriverOption.SSL_ENGINE_FACTORY_CLASS));
        assertEquals(
                "DcInferringLoadBalancingPolicy", config.getString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS));
    }

    @Test
    void tlsTrustsWhatThisJvmTrustsAndChecksTheHostsName() {
        DriverExecutionProfile config = config("cassandra://h/k?tls=true");

        assertEquals("DefaultSslEngineFactory", config.getString(DefaultDriverOption.SSL_ENGINE_FACTORY_CLASS));
        assertTrue(config.getBoolean(DefaultDriverOption.SSL_HOSTNAME_VALIDATION));
        assertFalse(config.isDefined(DefaultDriverOption.SSL_TRUSTSTORE_PATH));
    }

    @Test
    void aNamedDataCentreIsTheNearOne() {
        DriverExecutionProfile config = config("cassandra://h/k?dc=eu");

        assertEquals("eu", config.getString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER));
        assertEquals("DefaultLoadBalancingPolicy", config.getString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS));
    }

    @Test
    void everyWaitAndEveryQueueHasAnEnd() {
        DriverExecutionProfile config = config("cassandra://h/k");

        assertEquals(Duration.ofSeconds(5), config.getDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT));
        assertEquals(Duration.ofSeconds(6), config.getDuration(DefaultDriverOption.REQUEST_TIMEOUT));
        assertEquals(1_024, config.getInt(DefaultDriverOption.REQUEST_THROTTLER_MAX_CONCURRENT_REQUESTS));
        assertEquals(20_000, config.getInt(DefaultDriverOption.REQUEST_THROTTLER_MAX_QUEUE_SIZE));
    }
}
