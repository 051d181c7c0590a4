package org.orderevidence.http;

import java.util.List;
import org.orderevidence.wire.Faults;

/**
 * An operation without query parameters. It refuses a request that has one.
 *
 * @param operation does the work
 */
record WithoutQuery(Operation operation) implements Operation {
    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        exchange.query().refuseOthers(List.of(), faults);
        return faults.refuse() ? exchange.invalidParameters(faults) : operation.answer(exchange);
    }
}
