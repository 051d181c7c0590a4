package org.orderevidence.integration.adyen;

import org.orderevidence.integration.MapperSettings;

/**
 * Settings of an Adyen integration.
 *
 * @param common settings of any platform
 * @param capturesAutomatically true if Adyen captures each payment by itself, so that an approved one is paid
 */
public record AdyenSettings(MapperSettings common, boolean capturesAutomatically) {}
