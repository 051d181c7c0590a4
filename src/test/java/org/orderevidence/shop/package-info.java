/** The life of a shop, as webhooks of its platforms and as uploads. */
@NullMarked
package org.orderevidence.shop;

import org.jspecify.annotations.NullMarked;
