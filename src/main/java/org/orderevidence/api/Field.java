package org.orderevidence.api;

/**
 * A field of an object, or a parameter of a request.
 *
 * @param name as it is sent
 * @param type the type of its values
 * @param isRequired true if it must be sent, or is always answered
 * @param description the meaning
 */
public record Field(String name, ValueType type, boolean isRequired, Prose description) {}
