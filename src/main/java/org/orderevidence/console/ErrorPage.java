package org.orderevidence.console;

/**
 * What went wrong, for a person.
 *
 * @param status HTTP status
 * @param title in a few words
 * @param text what happened and what to do
 */
public record ErrorPage(int status, String title, String text) {}
