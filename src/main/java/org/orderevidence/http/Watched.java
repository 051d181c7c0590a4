package org.orderevidence.http;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyCheck;

/** The end of a connection whose state is watched. */
interface Watched {
    Conversation conversation();

    /** Returns the operator, if the connection is within this process; {@code null} for clients, who need a key. */
    KeyCheck.@Nullable Accepted operator();

    /** The connection that a request came on. */
    static Watched of(Request request) {
        return of(request.getConnectionMetaData().getConnection().getEndPoint());
    }

    /** The same for the end that Jetty has. */
    static Watched of(EndPoint endPoint) {
        if (endPoint instanceof Watched watched) {
            return watched;
        }
        throw new IllegalStateException("a connection that was not accepted here");
    }
}
