/** How writes are committed together and reads share connections. Knows no table. */
@NullMarked
package org.orderevidence.store.sql.commit;

import org.jspecify.annotations.NullMarked;
