/**
 * Encrypts stored records and binds them to their place; derives keyed hashes from the index key. Knows no store and no
 * file: keys and randomness are arguments.
 */
@NullMarked
package org.orderevidence.sealing;

import org.jspecify.annotations.NullMarked;
