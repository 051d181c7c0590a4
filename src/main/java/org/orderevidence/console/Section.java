package org.orderevidence.console;

/** A part of the console, in the sequence of the navigation. */
public enum Section {
    FIND("Orders", "/console"),
    UPLOAD("Upload", "/console/upload"),
    COVERAGE("Coverage", "/console/coverage"),
    SETTINGS("Settings", "/console/settings");

    private final String label;
    private final String path;

    Section(String label, String path) {
        this.label = label;
        this.path = path;
    }

    /** Returns its name in the navigation. */
    public String label() {
        return label;
    }

    /** Returns the path of its first page. */
    public String path() {
        return path;
    }
}
