package org.orderevidence.integration;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.part.Platform;

/**
 * All that is particular to a platform: how it signs, what its events and files mean, and what people are told about it.
 * Pure: the time is an argument, and odd input gives a result with a reason.
 */
public interface Connector {
    Platform platform();

    /** Returns the name of the platform in paths. */
    default String wireName() {
        return platform().wireName();
    }

    /** Returns the name of the platform, as people write it. */
    String title();

    /** Returns the form of the secrets with which it signs. */
    SecretForm secret();

    /** Returns true if a user and a password come with each webhook, because its signature covers only a part of it. */
    default boolean sendsPassword() {
        return false;
    }

    /** Returns the settings that only its integrations have. */
    List<PlatformSetting> settings();

    /** Returns how to connect it, step by step. */
    List<String> steps();

    /** Returns its own settings without which its webhooks lack a value that evidence needs. */
    default List<PlatformSwitch> switches() {
        return List.of();
    }

    /** Returns the headers of a webhook that count. */
    List<String> headers();

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
    default Optional<SigningSecrets.Signing> signing(IntegrationSecrets secrets) {
        return Optional.empty();
    }

    /**
     * Returns a text that is the same for the same body that was not kept; empty if it is not signed.
     *
     * @param webhook only its headers count
     */
    default Optional<String> signature(Webhook webhook, SigningSecrets.Signing signing) {
        return Optional.empty();
    }

    /** Returns what an event means. Never throws. */
    Mapping map(Signed event, MapperSettings settings);

    /** Returns what an event states about itself; empty if it cannot be read. */
    default @Nullable EventHead head(Signed event, MapperSettings settings) {
        return map(event, settings).head();
    }

    /** Returns how the files that it exports are read. */
    Export export(MapperSettings settings);

    /** Returns true if only a file that it exports has such columns. */
    boolean exports(ExportHeader header);

    /** Returns what is imported from a file, and what the file lacks, one paragraph each. */
    List<String> importHelp();

    /** Returns commands that import a file. */
    List<String> importExamples();

    /**
     * A flag that can be on for one import.
     *
     * @param note what it means that the flag is off
     */
    record ImportFlag(String option, PlatformSetting setting, String help, String note) {}

    /** Returns the flag that can be on for one import; empty for none. */
    default @Nullable ImportFlag importFlag() {
        return null;
    }
}
