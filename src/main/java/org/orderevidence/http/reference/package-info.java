/**
 * The API reference: a model of the OpenAPI description, and the page that shows it. The operations themselves are not
 * here.
 */
@NullMarked
package org.orderevidence.http.reference;

import org.jspecify.annotations.NullMarked;
