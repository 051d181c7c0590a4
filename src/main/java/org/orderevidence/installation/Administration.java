package org.orderevidence.installation;

import org.orderevidence.account.Accounts;

/** The accounts, on an open store. */
public interface Administration extends AutoCloseable {
    /** The accounts of the installation. */
    Accounts accounts();

    @Override
    void close();
}
