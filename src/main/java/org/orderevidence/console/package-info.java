/**
 * The frame of the console: sessions, routes of pages, security checks, forms, assets and templates. The pages themselves
 * are in the subpackages.
 *
 * <p>A page implements {@link org.orderevidence.console.Page} and is added to {@link
 * org.orderevidence.console.PageRoutes}. It gets a {@link org.orderevidence.console.Visit}, whose session, scope, origin
 * and CSRF token are checked already. It answers with a template under {@code src/main/jte/console}. All templates use
 * the pieces in {@code src/main/jte/console/part}. CONTRIBUTING.md describes them.
 */
@NullMarked
package org.orderevidence.console;

import org.jspecify.annotations.NullMarked;
