package org.orderevidence.wire;

/**
 * A fault of one field of a request, or a warning about it.
 *
 * @param pointer JSON pointer (RFC 6901) to it
 * @param code names the kind of fault to programs
 * @param detail names the rule and the remedy to people; never a secret, an e-mail address or a card number
 */
public record FieldError(String pointer, FaultCode code, String detail) {}
