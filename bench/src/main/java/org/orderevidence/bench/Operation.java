package org.orderevidence.bench;

/** The kind of requests to a server. */
enum Operation {
    TRACK("track", "track.lua", 0),
    UPLOAD("upload of one order", "upload.lua", 1),
    UPLOAD_100("upload of 100 orders", "upload.lua", 100),
    FETCH("fetch", "fetch.lua", 0),
    FETCH_10("fetch, card with 10 orders", "fetch.lua", 0),
    FETCH_10000("fetch, card with 10,000 orders", "fetch.lua", 0);

    private final String title;
    private final String script;
    private final int orders;

    Operation(String title, String script, int orders) {
        this.title = title;
        this.script = script;
        this.orders = orders;
    }

    String title() {
        return title;
    }

    /** The script that has wrk do it. */
    String script() {
        return script;
    }

    /** How many orders one request uploads. */
    int orders() {
        return orders;
    }

    /** As a file name. */
    String fileName() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
