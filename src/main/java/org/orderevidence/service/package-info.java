/** The service in domain words: it joins the rule, the store and the clock. Knows no wire format. */
@NullMarked
package org.orderevidence.service;

import org.jspecify.annotations.NullMarked;
