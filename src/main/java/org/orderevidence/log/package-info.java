/** What a log line may say, and where it goes. The command line starts it. */
@NullMarked
package org.orderevidence.log;

import org.jspecify.annotations.NullMarked;
