/**
 * The shared form of what webhooks of payment processors and shops state: parts of orders, disputes and fraud reports. A
 * package for each platform verifies and maps its own events. All code is pure: the time is an argument, and odd input
 * gives a result with a reason.
 */
@NullMarked
package org.orderevidence.integration;

import org.jspecify.annotations.NullMarked;
