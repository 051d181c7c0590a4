/**
 * Tests of the console, over HTTP and in a browser. {@link org.orderevidence.console.Browser} drives the browser that all
 * of them share; each page has a test class of its own.
 */
@NullMarked
package org.orderevidence.console;

import org.jspecify.annotations.NullMarked;
