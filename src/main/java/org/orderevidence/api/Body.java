package org.orderevidence.api;

/**
 * A body of a request or of an answer, in one media type.
 *
 * @param mediaType such as {@code application/json}
 * @param type the type of the body
 * @param example one body; empty if there is no example
 */
public record Body(String mediaType, ValueType type, String example) {}
