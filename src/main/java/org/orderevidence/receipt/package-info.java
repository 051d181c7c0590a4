/** The digital receipt that an issuer shows the cardholder, as data. Pure. */
@NullMarked
package org.orderevidence.receipt;

import org.jspecify.annotations.NullMarked;
