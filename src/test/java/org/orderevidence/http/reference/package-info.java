@NullMarked
package org.orderevidence.http.reference;

import org.jspecify.annotations.NullMarked;
