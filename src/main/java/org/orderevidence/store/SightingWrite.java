package org.orderevidence.store;

import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;

/**
 * A sighting under its keys.
 *
 * @param customer key of the customer's e-mail
 * @param ipKey keyed hash of the address
 * @param sighting what was seen
 */
public record SightingWrite(KeyedHash customer, KeyedHash ipKey, IpSighting sighting) {}
