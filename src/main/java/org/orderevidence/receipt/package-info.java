/** The digital receipt that an issuer shows to the cardholder, as data. Pure code. */
@NullMarked
package org.orderevidence.receipt;

import org.jspecify.annotations.NullMarked;
