package org.orderevidence.store.sql;

import org.orderevidence.store.Key;

/**
 * A key with the number of its space. Sorted as all transactions write: by table, then by key.
 *
 * @param space number of the key's space
 * @param key the key
 */
record Place(int space, Key key) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
        int order = key.kind().name().compareTo(other.key.kind().name());
        order = order != 0 ? order : Integer.compare(space, other.space);
        order = order != 0 ? order : key.part().compareTo(other.key.part());
        return order != 0 ? order : key.sort().compareTo(other.key.sort());
    }
}
