package org.orderevidence.http;

import io.helidon.webserver.Router;
import io.helidon.webserver.Routing;
import java.util.List;

/**
 * Leads every connection to one routing.
 *
 * @param only the routing
 */
record OneRouting(Routing only) implements Router {
    @Override
    public <T extends Routing> T routing(Class<T> type, T otherwise) {
        return type.isInstance(only) ? type.cast(only) : otherwise;
    }

    @Override
    public void beforeStart() {
        only.beforeStart();
    }

    @Override
    public void afterStop() {
        only.afterStop();
    }

    @Override
    public List<? extends Routing> routings() {
        return List.of(only);
    }
}
