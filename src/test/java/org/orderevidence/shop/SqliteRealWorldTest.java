package org.orderevidence.shop;

/** The cases on the embedded store. */
final class SqliteRealWorldTest extends RealWorldCases {
    @Override
    String store() {
        return "";
    }
}
