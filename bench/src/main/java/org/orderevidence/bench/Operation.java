package org.orderevidence.bench;

/** The kind of requests to a server. */
enum Operation {
    TRACK("track", 0),
    UPLOAD("upload of one order", 1),
    UPLOAD_100("upload of 100 orders", 100),
    FETCH("fetch", 0),
    FETCH_10("fetch, card with 10 orders", 0),
    FETCH_10000("fetch, card with 10,000 orders", 0);

    private final String title;
    private final int orders;

    Operation(String title, int orders) {
        this.title = title;
        this.orders = orders;
    }

    String title() {
        return title;
    }

    /** The script that has wrk do it. */
    String script() {
        return fileName().replaceFirst("-.*", "") + ".lua";
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
