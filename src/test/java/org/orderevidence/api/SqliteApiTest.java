package org.orderevidence.api;

import org.orderevidence.http.OnSqlite;

/** The whole interface on SQLite. */
class SqliteApiTest extends OnSqlite implements ApiContract {}
