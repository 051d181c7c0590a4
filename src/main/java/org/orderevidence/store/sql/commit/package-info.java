/** How writes are committed together and reads share connections. Contains no code for single tables. */
@NullMarked
package org.orderevidence.store.sql.commit;

import org.jspecify.annotations.NullMarked;
