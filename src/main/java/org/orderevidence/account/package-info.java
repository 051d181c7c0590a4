/** Accounts, their API keys and what a key may do. Knows the small account contract of {@code store}, and no HTTP. */
@NullMarked
package org.orderevidence.account;

import org.jspecify.annotations.NullMarked;
