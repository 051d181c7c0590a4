package org.orderevidence.console;

import java.util.EnumSet;
import java.util.Set;
import org.orderevidence.account.Scope;

/** A part of the console, in the sequence of the navigation. */
public enum Section {
    FIND("Orders", "/console", Scope.READ),
    UPLOAD("Upload", "/console/upload", Scope.WRITE),
    COVERAGE("Coverage", "/console/coverage", Scope.READ),
    SETTINGS("Settings", "/console/settings", Scope.ADMIN),
    KEYS("API keys", "/console/settings/keys", Scope.ADMIN),
    PROFILE("Profile", "/console/settings/profile", Scope.ADMIN),
    INTEGRATIONS("Integrations", "/console/settings/integrations", Scope.ADMIN),
    CUSTOMERS("Customers", "/console/settings/customers", Scope.ADMIN),
    AUDIT("Audit log", "/console/settings/audit", Scope.ADMIN);

    /** The sections that each page names. */
    public static final Set<Section> ALL = EnumSet.range(FIND, SETTINGS);

    /** The pages of the settings. */
    public static final Set<Section> TABS = EnumSet.range(KEYS, AUDIT);

    private final String label;
    private final String path;
    private final Scope scope;

    Section(String label, String path, Scope scope) {
        this.label = label;
        this.path = path;
        this.scope = scope;
    }

    /** Returns its name in the navigation. */
    public String label() {
        return label;
    }

    /** Returns the path of its first page. */
    public String path() {
        return path;
    }

    /** Returns what a session must be allowed to open it. */
    public Scope scope() {
        return scope;
    }
}
