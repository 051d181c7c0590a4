package org.orderevidence.cli;

/** The name, version and commit of this program, as the manifest of its jar has them. */
final class ProgramVersion {
    private ProgramVersion() {}

    /** Returns them in one line, such as {@code Order Evidence 0.1.0 (commit 3ba852c41d9e)}. */
    static String text() {
        String version = ProgramVersion.class.getPackage().getImplementationVersion();
        return "Order Evidence " + (version == null ? "(not packaged)" : version);
    }
}
