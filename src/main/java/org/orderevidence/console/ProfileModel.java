package org.orderevidence.console;

import java.util.Map;

/**
 * The page of the profile.
 *
 * @param values of the fields, as stored or as typed
 * @param errors what is wrong, by field
 * @param category what is sold; empty if it is not set
 * @param showsLogo true if receipt pages may show the logo as an image
 */
public record ProfileModel(
        Map<ProfileField, String> values, Map<ProfileField, String> errors, String category, boolean showsLogo) {
    public ProfileModel {
        values = Map.copyOf(values);
        errors = Map.copyOf(errors);
    }

    /** Returns the value of a field; empty if it has none. */
    public String value(ProfileField field) {
        return values.getOrDefault(field, "");
    }

    /** Returns what is wrong with a field; empty if nothing is. */
    public String error(ProfileField field) {
        return errors.getOrDefault(field, "");
    }
}
