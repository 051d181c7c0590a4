/** The operations of the administration: a class for each. They need the scope {@code admin}. */
@NullMarked
package org.orderevidence.http.api.admin;

import org.jspecify.annotations.NullMarked;
