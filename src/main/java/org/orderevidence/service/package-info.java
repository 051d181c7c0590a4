/** What the service does, in domain words: track, upload, fetch, later facts. Holds the clock; knows no HTTP. */
@NullMarked
package org.orderevidence.service;

import org.jspecify.annotations.NullMarked;
