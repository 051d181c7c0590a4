/** Routes, wire shapes, the API-key check and problem answers. Knows no store. */
@NullMarked
package org.orderevidence.http;

import org.jspecify.annotations.NullMarked;
