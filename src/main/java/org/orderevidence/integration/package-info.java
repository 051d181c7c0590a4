/**
 * The shared form of what webhooks of payment processors and shops state: parts of orders, disputes, fraud reports and
 * requests about personal data. A package for each platform verifies and maps its own events. All code is pure: the time
 * is an argument, and odd input gives a result with a reason. docs/integrations.md lists what is read of each event.
 */
@NullMarked
package org.orderevidence.integration;

import org.jspecify.annotations.NullMarked;
