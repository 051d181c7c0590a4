package org.orderevidence.api;

import org.orderevidence.account.Accounts;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Failures;
import org.orderevidence.http.RequestPath.Resource;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.Limits;

/** The routes of the administration. */
public final class Administration {
    private Administration() {}

    /** Adds the routes. */
    public static Routes addTo(Routes routes, Accounts accounts, Failures failures, Limits limits) {
        return routes.addWithQuery(Resource.KEYS, "GET", Scope.ADMIN, new ListKeys(accounts))
                .add(Resource.KEYS, "POST", Scope.ADMIN, new CreateKey(accounts, failures, limits))
                .add(Resource.KEY, "DELETE", Scope.ADMIN, new RevokeKey(accounts))
                .add(Resource.KEY_ROTATION, "POST", Scope.ADMIN, new RotateKey(accounts, failures, limits))
                .add(Resource.ACCOUNT, "GET", Scope.ADMIN, new FetchAccount(accounts))
                .add(Resource.ACCOUNT, "PUT", Scope.ADMIN, new ReplaceAccount(accounts, limits))
                .addWithQuery(Resource.AUDIT, "GET", Scope.ADMIN, new ListAudit(accounts));
    }
}
