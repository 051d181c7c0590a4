package org.orderevidence.sealing;

/** Why a sealed record cannot be opened. The message never contains content of the record. */
public final class CannotOpen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kinds of causes. */
    public enum Reason {
        /** The record is shorter than every sealed record. */
        TRUNCATED,
        /** The first byte is a format that this program does not support: a newer program wrote the record. */
        UNKNOWN_FORMAT,
        /** The secret file lacks the sealing key of the record, and has a newer key. */
        MISSING_KEY,
        /** The sealing key of the record is newer than all keys here: another process has a newer secret file. */
        NEWER_KEY,
        /** The tag is wrong: the record was changed, is in another place, or the sealing key is another one. */
        DAMAGED_OR_MOVED
    }

    private final Reason reason;

    private CannotOpen(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    static CannotOpen truncated() {
        return new CannotOpen(Reason.TRUNCATED, "the sealed record is truncated; restore it from a backup");
    }

    static CannotOpen unknownFormat(int format) {
        return new CannotOpen(
                Reason.UNKNOWN_FORMAT,
                "the sealed record has format " + format
                        + ", which this version does not support; use the newer version" + " that wrote it");
    }

    static CannotOpen missingKey(int keyVersion) {
        return new CannotOpen(
                Reason.MISSING_KEY,
                "the record is sealed with sealing key " + keyVersion + ", which is not in the secret file; restore the"
                        + " secret file that has it");
    }

    static CannotOpen newerKey(int keyVersion) {
        return new CannotOpen(
                Reason.NEWER_KEY,
                "the record is sealed with sealing key " + keyVersion + ", which this process does not have; copy the"
                        + " newest secret file to this machine, a running service reads it by itself");
    }

    static CannotOpen damagedOrMoved() {
        return new CannotOpen(
                Reason.DAMAGED_OR_MOVED,
                "the sealed record is damaged, or was moved from another place; restore it from a backup");
    }

    public Reason reason() {
        return reason;
    }
}
