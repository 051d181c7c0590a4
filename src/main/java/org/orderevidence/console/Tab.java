package org.orderevidence.console;

/** The pages of the settings, in the sequence of their navigation. */
public enum Tab {
    KEYS("API keys", "/console/settings/keys"),
    PROFILE("Profile", "/console/settings/profile"),
    INTEGRATIONS("Integrations", "/console/settings/integrations"),
    AUDIT("Audit log", "/console/settings/audit");

    private final String label;
    private final String path;

    Tab(String label, String path) {
        this.label = label;
        this.path = path;
    }

    /** Returns its name in the navigation. */
    public String label() {
        return label;
    }

    /** Returns its path. */
    public String path() {
        return path;
    }
}
