package org.orderevidence.http;

/** HTTP itself, byte by byte. It is the same on every store: one is enough. */
class RawHttpTest extends OnSqlite implements HeadContract, FramingContract {}
