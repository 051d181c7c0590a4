package org.orderevidence.account;

/**
 * A new session.
 *
 * @param token its secret, for the browser's cookie
 * @param session what it permits
 */
public record SignedIn(SessionToken token, Session session) {}
