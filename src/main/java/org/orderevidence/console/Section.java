package org.orderevidence.console;

import java.util.EnumSet;
import java.util.Set;

/** A part of the console, in the sequence of the navigation. */
public enum Section {
    FIND("Orders", "/console"),
    UPLOAD("Upload", "/console/upload"),
    COVERAGE("Coverage", "/console/coverage"),
    SETTINGS("Settings", "/console/settings"),
    KEYS("API keys", "/console/settings/keys"),
    PROFILE("Profile", "/console/settings/profile"),
    INTEGRATIONS("Integrations", "/console/settings/integrations"),
    CUSTOMERS("Customers", "/console/settings/customers"),
    AUDIT("Audit log", "/console/settings/audit");

    /** The sections that each page names. */
    public static final Set<Section> ALL = EnumSet.range(FIND, SETTINGS);

    /** The pages of the settings. */
    public static final Set<Section> TABS = EnumSet.range(KEYS, AUDIT);

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
