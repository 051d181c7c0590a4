package org.orderevidence.http.api.admin;

import org.orderevidence.account.Accounts;
import org.orderevidence.account.Scope;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.server.RequestPath.Resource;
import org.orderevidence.http.server.Routes;

/** The routes of the administration. */
public final class Administration {
    private Administration() {}

    /** Adds the routes. */
    public static Routes addTo(Routes routes, Accounts accounts, Limits limits) {
        return routes.addWithQuery(Resource.KEYS, "GET", Scope.ADMIN, new ListKeys(accounts))
                .add(Resource.KEYS, "POST", Scope.ADMIN, new CreateKey(accounts, limits))
                .add(Resource.KEY, "DELETE", Scope.ADMIN, new RevokeKey(accounts))
                .add(Resource.KEY_ROTATION, "POST", Scope.ADMIN, new RotateKey(accounts, limits))
                .add(Resource.ACCOUNT, "GET", Scope.ADMIN, new FetchAccount(accounts))
                .add(Resource.ACCOUNT, "PUT", Scope.ADMIN, new ReplaceAccount(accounts, limits))
                .addWithQuery(Resource.AUDIT, "GET", Scope.ADMIN, new ListAudit(accounts));
    }
}
