/** Describes in words what the rule found, and what would change it. Makes no decisions. */
@NullMarked
package org.orderevidence.evidence.explanation;

import org.jspecify.annotations.NullMarked;
