/**
 * The settings pages: keys, the profile, integrations and the audit log. Rules about what may be changed are in {@code
 * account} and {@code service.webhook}.
 */
@NullMarked
package org.orderevidence.console.settings;

import org.jspecify.annotations.NullMarked;
