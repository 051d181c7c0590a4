/** What the interface promises about the coverage. */
@NullMarked
package org.orderevidence.http.coverage;

import org.jspecify.annotations.NullMarked;
