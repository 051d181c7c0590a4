package org.orderevidence.console.settings;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The page of the profile.
 *
 * @param values of the fields, as stored or as typed
 * @param errors what is wrong, by field
 * @param category what is sold; empty if it is not set
 */
public record ProfileModel(Map<ProfileField, String> values, Map<ProfileField, String> errors, String category) {
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

    /** Returns the lines of the address that have text. */
    public List<String> address() {
        String city = Stream.of(ProfileField.POSTAL_CODE, ProfileField.CITY)
                .map(this::value)
                .filter(text -> !text.isEmpty())
                .reduce("", (one, other) -> one.isEmpty() ? other : one + " " + other);
        return Stream.of(
                        value(ProfileField.LINE_1),
                        value(ProfileField.LINE_2),
                        city,
                        value(ProfileField.REGION),
                        value(ProfileField.COUNTRY))
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
