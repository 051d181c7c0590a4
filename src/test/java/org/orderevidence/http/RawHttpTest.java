package org.orderevidence.http;

import org.junit.jupiter.api.Tag;

/** HTTP itself, byte by byte. It is the same on every store: one is enough. */
@Tag("alone")
class RawHttpTest extends OnSqlite implements HeadContract, FramingContract {}
