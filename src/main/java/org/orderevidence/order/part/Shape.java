package org.orderevidence.order.part;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The declared fields of an object, in the sequence in which they are read. */
public final class Shape {
    private final List<Field<?>> fields = new ArrayList<>();
    private final Map<String, StatedField> stated = new LinkedHashMap<>();
    private @Nullable List<Field<?>> unstored;
    private final Place whole = new Place("", null, new ArrayList<>());

    Shape() {}

    /**
     * A place in the JSON form: a field, or an object with places inside.
     *
     * @param name of the field or object in its object
     * @param field empty for an object
     * @param inside of an object, in the sequence in which they are read
     */
    public record Place(String name, @Nullable Field<?> field, List<Place> inside) {
        /** Returns true if a PATCH can change a field, or each field of an object. */
        public boolean isPatchable() {
            return field == null ? inside.stream().allMatch(Place::isPatchable) : field.isPatchable();
        }

        /** Returns true if a PATCH can change a field, or any field of an object. */
        public boolean hasPatchable() {
            return field == null ? inside.stream().anyMatch(Place::hasPatchable) : field.isPatchable();
        }
    }

    <T> Field<T> add(String path, Kind<T> kind) {
        Field<T> field = new Field<>(this, fields.size(), path, kind);
        fields.add(field);
        if (field.isSent()) {
            place(whole, path, field);
        }
        return field;
    }

    private static void place(Place object, String path, Field<?> field) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            object.inside().add(new Place(path, field, List.of()));
            return;
        }
        String name = path.substring(0, dot);
        Place inner = object.inside().stream()
                .filter(place -> place.name().equals(name))
                .findFirst()
                .orElseGet(() -> {
                    Place added = new Place(name, null, new ArrayList<>());
                    object.inside().add(added);
                    return added;
                });
        place(inner, path.substring(dot + 1), field);
    }

    StatedField stated(String name, StatedField.Wins wins) {
        return stated.computeIfAbsent(name, _ -> new StatedField(name, stated.size(), wins));
    }

    public List<Field<?>> fields() {
        return Collections.unmodifiableList(fields);
    }

    /** Returns the fields that are sent and never stored, such as the token of a card. */
    List<Field<?>> unstored() {
        if (unstored == null) {
            unstored = fields.stream().filter(field -> field.tags().isEmpty()).toList();
        }
        return unstored;
    }

    /** Returns the object itself, with all places inside. */
    public Place whole() {
        return whole;
    }

    /** Returns the place of an object inside, by its name with the names of the objects that it is in. */
    public Place object(String path) {
        Place place = whole;
        for (String name : path.split("\\.", -1)) {
            place = place.inside().stream()
                    .filter(inner -> inner.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
        return place;
    }

    /** Returns the paths of what a PATCH can change: of an object of which all can change, that of the object. */
    public List<String> patchable() {
        List<String> paths = new ArrayList<>();
        addPatchable("", whole, paths);
        return paths;
    }

    private static void addPatchable(String before, Place object, List<String> paths) {
        for (Place place : object.inside()) {
            String path = before + place.name();
            if (place.isPatchable()) {
                paths.add(path);
            } else if (place.hasPatchable()) {
                addPatchable(path + '.', place, paths);
            }
        }
    }

    /** Returns for what a source counts, by name. */
    public Map<String, StatedField> stated() {
        return Collections.unmodifiableMap(stated);
    }
}
