package org.orderevidence.console;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.account.Sessions;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.console.PageRoutes.Route;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.FixedContent;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.MultipartInput;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.Router;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.http.limits.RateLimits.Lane;
import org.orderevidence.order.Bytes;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.service.Coverages;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.webhook.CaptureRates;
import org.orderevidence.wire.Problem;

/**
 * The entry point of all requests for the console. Checks the host, the origin, the session, the CSRF token and the
 * scope, in this order, and then calls the page.
 */
public final class Console implements Operation {
    /** The page may load files of this service only, and nothing may be inline. */
    private static final List<String> SECURITY = List.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            "Referrer-Policy",
            "same-origin",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    private static final String SIGN_IN = "/console/sign-in";

    private final Site site;
    private final Sessions sessions;
    private final PageRoutes pages = new PageRoutes();
    private final Failures failures;
    private final Assets assets = new Assets();

    /**
     * @param publicUrl the address for browsers; {@code null} if only loopback addresses are used
     */
    public Console(
            EvidenceService service,
            Coverages coverages,
            CaptureRates captureRates,
            Sessions sessions,
            @Nullable URI publicUrl,
            Failures failures) {
        this.site = new Site(publicUrl);
        this.sessions = sessions;
        this.failures = failures;
        new SignIn(sessions, site).addTo(pages);
        new FindPages(service, captureRates).addTo(pages);
        DisputePages.addTo(pages, service);
        new OrderPages(service).addTo(pages);
        UploadPages.addTo(pages, service);
        new CoveragePages(coverages, captureRates).addTo(pages);
        SettingsPages.addTo(pages, service);
    }

    /** Adds the console, and the redirect to it, to the routes of the service, after those of the HTTP interface. */
    public Routes addTo(Routes routes) {
        OrderPages.addPapers(pages, routes);
        DisputePages.addCsv(pages, routes);
        CoveragePages.addCsv(pages, routes);
        for (String path : List.of("/console", "/console/{page*}")) {
            routes.addWithQuery("GET", path, null, this).addWithQuery("POST", path, null, this);
        }
        return routes.addWithQuery("GET", "/", null, Console::home);
    }

    /** The root path leads a browser to the console. Other clients get the answer of an unknown path. */
    private static Answer home(Exchange exchange) {
        boolean isBrowser = exchange.headers("Accept").stream()
                .anyMatch(a -> a.toLowerCase(Locale.ROOT).contains("text/html"));
        return isBrowser
                ? Visit.redirect("/console")
                : exchange.problem(Problem.NOT_FOUND, "There is nothing at this path; /openapi.json lists all paths.");
    }

    @Override
    public Answer answer(Exchange exchange) {
        Answer answer = withoutFailure(exchange);
        List<String> headers = new ArrayList<>(SECURITY);
        headers.addAll(answer.headers());
        return new Answer(answer.status(), answer.contentType(), headers);
    }

    private Answer withoutFailure(Exchange exchange) {
        try {
            return dispatch(exchange);
        } catch (Throwable thrown) {
            FatalErrors.haltOn(thrown);
            Answer failure = failures.answer(exchange, thrown);
            ErrorPage words = thrown instanceof MemoryExhausted
                    ? ErrorPage.BUSY
                    : ErrorPage.failure(failure.status(), exchange.requestId());
            return visit(exchange, null, Form.EMPTY).error(words, failure.headers());
        }
    }

    private Answer dispatch(Exchange exchange) {
        if (!site.isHostKnown(exchange)) {
            return visit(exchange, null, Form.EMPTY).error(ErrorPage.WRONG_HOST);
        }
        String path = exchange.rawPath();
        if (Assets.isAsset(path)) {
            return assets.answer(exchange);
        }
        boolean isRead = !exchange.method().equals("POST");
        if (!isRead && !site.isSameOrigin(exchange)) {
            return visit(exchange, null, Form.EMPTY).error(ErrorPage.OTHER_ORIGIN);
        }
        String token = site.token(exchange);
        Session session = token == null ? null : sessions.find(token).orElse(null);
        if (session != null && token != null) {
            exchange.key(session.key(), () -> sessions.find(token).isPresent());
            Answer tooMany = exchange.countIn(Lane.PAGES);
            if (tooMany != null) {
                return visit(exchange, session, Form.EMPTY).error(ErrorPage.TOO_MANY, tooMany.headers());
            }
        }
        Optional<Router.Match<Route>> found = pages.find(path);
        if (found.isEmpty()) {
            return session == null
                    ? toSignIn(exchange)
                    : visit(exchange, session, Form.EMPTY).error(ErrorPage.NO_PAGE);
        }
        Route route = found.get().methods().get(isRead ? "GET" : "POST");
        if (route == null) {
            String allowed = String.join(", ", found.get().methods().keySet());
            return visit(exchange, session, Form.EMPTY).error(ErrorPage.of(405), List.of("Allow", allowed));
        }
        if (route.scope() != null && session == null) {
            return toSignIn(exchange);
        }
        exchange.page(found.get());
        return isRead ? enter(exchange, route, session, Form.EMPTY) : post(exchange, route, session);
    }

    private Answer post(Exchange exchange, Route route, @Nullable Session session) {
        Visit visit = visit(exchange, session, Form.EMPTY);
        Form form;
        if (route.takesFile()) {
            List<String> types = exchange.headers("Content-Type");
            String boundary = types.size() == 1 ? MultipartInput.boundary(types.getFirst()) : null;
            if (boundary == null) {
                return visit.error(ErrorPage.NO_FORM);
            }
            try {
                form = Form.read(new MultipartInput(exchange.input(true), boundary));
            } catch (IOException broken) {
                exchange.inputBroken();
                return visit.error(ErrorPage.of(400));
            }
        } else {
            RequestBody body = new RequestBody(exchange);
            if (body.type(List.of(MediaTypes.FORM)) instanceof MediaTypes.Judged.Refused) {
                return visit.error(ErrorPage.NO_FORM);
            }
            switch (body.readBytes(Form.MAX_BYTES, "A form")) {
                case RequestBody.Raw.Refused(Answer refused, boolean _) -> {
                    return visit.error(ErrorPage.of(refused.status()));
                }
                case RequestBody.Raw.Whole(Bytes bytes) ->
                    form = Form.parse(new String(bytes.toArray(), StandardCharsets.US_ASCII));
            }
        }
        return session == null || session.isCsrfToken(form.text("csrf"))
                ? enter(exchange, route, session, form)
                : visit.error(ErrorPage.CSRF);
    }

    private Answer enter(Exchange exchange, Route route, @Nullable Session session, Form form) {
        Visit visit = visit(exchange, session, form);
        Scope needed = route.scope();
        if (needed == null || visit.allows(needed)) {
            return route.page().answer(visit);
        }
        boolean isStart = List.of("/console", DisputePages.START).contains(exchange.rawPath());
        return visit.error(isStart ? ErrorPage.withoutRead(visit.allows(Scope.WRITE)) : ErrorPage.scope(needed));
    }

    /** A page is opened again after sign-in; a form is not sent again. */
    private static Answer toSignIn(Exchange exchange) {
        String query = exchange.rawQuery();
        String target = exchange.rawPath() + (query.isEmpty() ? "" : "?" + query);
        boolean isPage = !exchange.method().equals("POST") && SignIn.isPath(target);
        return Visit.redirect(isPage ? SIGN_IN + "?next=" + Visit.encode(target) : SIGN_IN);
    }

    private Visit visit(Exchange exchange, @Nullable Session session, Form form) {
        return new Visit(exchange, session, form, assets.path(), pages.navigation(), site.address(exchange));
    }

    /**
     * Style sheets, scripts and icons, read from the class path once. Their path has a hash of all of them, so browsers can
     * store them for a year.
     */
    private static final class Assets {
        private static final String FOLDER = "assets/";

        /** The timeline brings its own style sheet along. */
        private static final String TIMELINE = "/org/orderevidence/receipt/timeline.css";

        private static final String PREFIX = "/console/assets/";
        private static final int HASH_LENGTH = 12;

        private final Map<String, FixedContent> files = new TreeMap<>();
        private final String hash;

        Assets() {
            add("timeline.css", "text/css; charset=utf-8");
            add("console.css", "text/css; charset=utf-8");
            add("settings.css", "text/css; charset=utf-8");
            add("coverage.css", "text/css; charset=utf-8");
            add("console.js", "text/javascript; charset=utf-8");
            add("upload.js", "text/javascript; charset=utf-8");
            add("icon.svg", "image/svg+xml");
            String tags = files.values().stream().map(FixedContent::tag).collect(Collectors.joining());
            hash = new FixedContent(() -> tags.getBytes(StandardCharsets.US_ASCII), "")
                    .tag()
                    .substring(0, HASH_LENGTH);
        }

        private void add(String name, String type) {
            String path = name.equals("timeline.css") ? TIMELINE : FOLDER + name;
            files.put(name, FixedContent.file(Assets.class, path, type, List.of()));
        }

        /** Returns the path of the files, without a slash at the end. */
        String path() {
            return PREFIX + hash;
        }

        static boolean isAsset(String rawPath) {
            return rawPath.startsWith(PREFIX);
        }

        /** Answers with a file. An old hash gets the current file, because the page that names it can be older. */
        Answer answer(Exchange exchange) {
            String rest = exchange.rawPath().substring(PREFIX.length());
            String name = rest.substring(rest.indexOf('/') + 1);
            FixedContent file = files.get(name);
            boolean isCurrent = rest.startsWith(hash + "/");
            return file == null
                    ? Answer.empty(404)
                    : file.answer(exchange, isCurrent ? "public, max-age=31536000, immutable" : "no-store");
        }
    }
}
