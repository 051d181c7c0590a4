/** Accounts, API keys and their permissions. Uses the account contract of {@code store}, and no HTTP. */
@NullMarked
package org.orderevidence.account;

import org.jspecify.annotations.NullMarked;
