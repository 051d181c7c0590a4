@NullMarked
package org.orderevidence.conformance;

import org.jspecify.annotations.NullMarked;
