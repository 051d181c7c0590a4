/**
 * Links that show one receipt to anyone who has them. Belongs here: who can open what, and until when. The pages are in
 * {@code http.api.link}.
 */
@NullMarked
package org.orderevidence.service.link;

import org.jspecify.annotations.NullMarked;
