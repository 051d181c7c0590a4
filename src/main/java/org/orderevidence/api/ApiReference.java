package org.orderevidence.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import org.orderevidence.http.FixedContent;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Routes;

/** The API reference for people: Swagger UI, which shows the description of this interface and can call it. */
final class ApiReference {
    private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/";
    private static final String PROPERTIES = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

    /** The page loads and calls this service alone. Swagger UI sets styles of elements, but no script is inline. */
    private static final List<String> SECURITY = List.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy",
            "no-referrer");

    private ApiReference() {}

    static void addTo(Routes routes) {
        String folder = WEBJAR + version() + "/";
        routes.add("GET", "/docs", null, file("docs.html", "text/html; charset=utf-8"))
                .add("GET", "/docs/docs.js", null, file("docs.js", "text/javascript; charset=utf-8"))
                .add("GET", "/docs/docs.css", null, file("docs.css", "text/css; charset=utf-8"))
                .add("GET", "/docs/swagger-ui.css", null, file(folder + "swagger-ui.css", "text/css; charset=utf-8"))
                .add(
                        "GET",
                        "/docs/swagger-ui-bundle.js",
                        null,
                        file(folder + "swagger-ui-bundle.js", "text/javascript; charset=utf-8"));
    }

    private static Operation file(String path, String type) {
        return FixedContent.file(ApiReference.class, path, type, SECURITY);
    }

    private static String version() {
        try (InputStream stream = ApiReference.class.getResourceAsStream(PROPERTIES)) {
            if (stream == null) {
                throw new IllegalStateException("Swagger UI is not in this build");
            }
            Properties properties = new Properties();
            properties.load(stream);
            return properties.getProperty("version");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
