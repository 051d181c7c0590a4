package org.orderevidence.integration;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.ExportFormat.Export;
import org.orderevidence.integration.ExportRow.ExportHeader;
import org.orderevidence.integration.IntegrationSecrets.SecretForm;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;

/**
 * All that is particular to a platform: how it signs, what its events and files mean, and what people are told about it.
 * Pure: the time is an argument, and odd input gives a result with a reason.
 */
public interface Connector {
    /** Returns what people are told about the platform, and what they can set. */
    About about();

    /**
     * What people are told about a platform, and what they can set.
     *
     * @param sendsPassword true if a user and a password come with each webhook, because its signature covers only a
     *     part of it
     * @param switches its own settings without which its webhooks lack a value that evidence needs
     * @param addExample the command that adds an integration, one text for each line
     * @param importHelp what is imported from a file, and what the file lacks, one paragraph each; none if no file of it
     *     can be imported
     * @param importFlag can be on for one import; empty for none
     */
    record About(
            Platform platform,
            String title,
            SecretForm secret,
            boolean sendsPassword,
            List<PlatformSetting> settings,
            List<String> steps,
            List<PlatformSwitch> switches,
            List<String> headers,
            List<String> addExample,
            List<String> importHelp,
            List<String> importExamples,
            @Nullable ImportFlag importFlag) {
        public String wireName() {
            return platform.wireName();
        }
    }

    default Platform platform() {
        return about().platform();
    }

    default String wireName() {
        return platform().wireName();
    }

    /**
     * A flag that can be on for one import.
     *
     * @param note what it means that the flag is off
     */
    record ImportFlag(String option, PlatformSetting setting, String help, String note) {}

    /**
     * What is stored of an event.
     *
     * @param topic says how the body is read; empty if the platform sends none
     * @param body of this event alone, as it is mapped
     */
    @SuppressWarnings("ArrayRecordComponent") // It is read at once, and compared by no one.
    record Signed(@Nullable String topic, byte[] body) {}

    /** Returns the events of a webhook; none if it is not verified. */
    List<Signed> verified(Webhook webhook, IntegrationSecrets secrets, Instant now);

    /**
     * Returns what checks the signature of a body that is not kept; empty if the platform does not send such long ones.
     */
    default Optional<Signing> signing(IntegrationSecrets secrets) {
        return Optional.empty();
    }

    /**
     * Returns a text that is the same for the same body that was not kept; empty if it is not signed.
     *
     * @param webhook only its headers count
     */
    default Optional<String> signature(Webhook webhook, Signing signing) {
        return Optional.empty();
    }

    /** Returns what an event means. Never throws. */
    Mapping map(Signed event, MapperSettings settings);

    /** Returns what an event states about itself; empty if it cannot be read. */
    default @Nullable EventHead head(Signed event, MapperSettings settings) {
        return map(event, settings).head();
    }

    /** Returns how the files that it exports are read, if they can be imported. */
    default Export export(MapperSettings settings) {
        throw new UnsupportedOperationException(wireName());
    }

    /** Returns true if only a file that it exports has such columns. */
    default boolean exports(ExportHeader header) {
        return false;
    }

    /**
     * A setting of a platform without which webhooks lack a value that evidence needs.
     *
     * @param field what it brings: the platform's name of it
     * @param stated the field of an order that is then stated
     * @param place the menu of the platform, or what to do
     */
    public record PlatformSwitch(String field, String stated, String place) {
        /** Minimum number of orders from which a setting can be judged. */
        public static final int LEAST_ORDERS = 10;

        /**
         * Returns the settings that seem to be off: those whose field no order has from the integration. A field that
         * uploads state is left out, because an upload wins over the platform.
         */
        public static List<PlatformSwitch> off(
                List<PlatformSwitch> switches, String source, Collection<CaptureDay> days) {
            long orders = 0;
            Set<String> stated = new TreeSet<>();
            for (CaptureDay day : days) {
                orders += day.counts().entrySet().stream()
                        .filter(count -> count.getKey().source().equals(source))
                        .mapToLong(count -> count.getValue().orders())
                        .sum();
                stated.addAll(day.stated().getOrDefault(source, new TreeSet<>()));
                stated.addAll(day.stated().getOrDefault(Source.UPLOAD.name(), new TreeSet<>()));
            }
            return orders < LEAST_ORDERS
                    ? List.of()
                    : switches.stream()
                            .filter(each -> !stated.contains(each.stated()))
                            .toList();
        }
    }
}
