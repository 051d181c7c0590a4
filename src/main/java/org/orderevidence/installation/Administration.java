package org.orderevidence.installation;

import org.orderevidence.account.Accounts;

/** Access to the accounts on an open store. */
public interface Administration extends AutoCloseable {
    /** Returns the accounts of the installation. */
    Accounts accounts();

    @Override
    void close();
}
