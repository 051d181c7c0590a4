/** Says in words what the rule found, and what would change it. Decides nothing itself. */
@NullMarked
package org.orderevidence.evidence.explanation;

import org.jspecify.annotations.NullMarked;
