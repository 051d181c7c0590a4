package org.orderevidence.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.account.Sessions;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.console.PageRoutes.Route;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.Router;
import org.orderevidence.http.Routes;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.order.Bytes;
import org.orderevidence.process.FatalErrors;

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

    /** A script sends the token in this header, a form in the field {@code csrf}. */
    private static final String CSRF_HEADER = "X-CSRF-Token";

    private static final String SIGN_IN = "/console/sign-in";

    private final Site site;
    private final Sessions sessions;
    private final PageRoutes pages;
    private final BiConsumer<PageRoutes, Routes> shared;
    private final Failures failures;
    private final SessionCookie cookie;
    private final Assets assets = new Assets();

    /**
     * @param site where browsers reach the console
     * @param sessions starts, finds and ends sessions
     * @param pages all pages that need a session
     * @param shared adds pages that use operations of the HTTP interface
     * @param failures answers failures of the store, and bugs
     */
    public Console(
            Site site, Sessions sessions, PageRoutes pages, BiConsumer<PageRoutes, Routes> shared, Failures failures) {
        this.site = site;
        this.sessions = sessions;
        this.pages = pages;
        this.shared = shared;
        this.failures = failures;
        this.cookie = new SessionCookie(site);
        new SignIn(sessions, cookie).addTo(pages);
    }

    /** Adds the console, and the redirect to it, to the routes of the service, after those of the HTTP interface. */
    public Routes addTo(Routes routes) {
        shared.accept(pages, routes);
        for (String path : List.of("/console", "/console/{page*}")) {
            routes.addWithQuery("GET", path, null, this).addWithQuery("POST", path, null, this);
        }
        return routes.addWithQuery("GET", "/", null, HomePage::answer);
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
                    ? ErrorPages.BUSY
                    : ErrorPages.failure(failure.status(), exchange.requestId());
            Answer page = visit(exchange, null, Form.EMPTY).error(words);
            return new Answer(page.status(), page.contentType(), failure.headers());
        }
    }

    private Answer dispatch(Exchange exchange) {
        if (!site.isHostKnown(exchange)) {
            return visit(exchange, null, Form.EMPTY).error(ErrorPages.WRONG_HOST);
        }
        String path = exchange.rawPath();
        if (Assets.isAsset(path)) {
            return assets.answer(exchange);
        }
        boolean isRead = !exchange.method().equals("POST");
        if (!isRead && !site.isSameOrigin(exchange)) {
            return visit(exchange, null, Form.EMPTY).error(ErrorPages.OTHER_ORIGIN);
        }
        String token = cookie.read(exchange);
        Session session = token == null ? null : sessions.find(token).orElse(null);
        if (session != null && token != null) {
            exchange.signedIn(session.key(), () -> sessions.find(token).isPresent());
        }
        Optional<Router.Match<Route>> found = pages.find(path);
        if (found.isEmpty()) {
            return session == null
                    ? toSignIn(exchange)
                    : visit(exchange, session, Form.EMPTY).error(ErrorPages.NO_PAGE);
        }
        Route route = found.get().methods().get(isRead ? "GET" : "POST");
        if (route == null) {
            Answer page = visit(exchange, session, Form.EMPTY).error(ErrorPages.of(405));
            String allowed = String.join(", ", found.get().methods().keySet());
            return new Answer(page.status(), page.contentType(), List.of("Allow", allowed));
        }
        if (route.scope() != null && session == null) {
            return toSignIn(exchange);
        }
        exchange.page(found.get());
        return isRead ? enter(exchange, route, session, Form.EMPTY) : post(exchange, route, session);
    }

    private Answer post(Exchange exchange, Route route, @Nullable Session session) {
        if (route.takesFile() && session != null) {
            return postFile(exchange, route, session);
        }
        RequestBody body = new RequestBody(exchange);
        boolean isScripted = !exchange.headers(CSRF_HEADER).isEmpty();
        Form form = Form.EMPTY;
        if (!isScripted) {
            if (body.type(List.of(MediaTypes.FORM)) instanceof MediaTypes.Judged.Refused) {
                return visit(exchange, session, Form.EMPTY).error(ErrorPages.NO_FORM);
            }
            switch (body.readBytes(Form.MAX_BYTES, "A form")) {
                case RequestBody.Raw.Refused(Answer refused, boolean _) -> {
                    return visit(exchange, session, Form.EMPTY).error(ErrorPages.of(refused.status()));
                }
                case RequestBody.Raw.Whole(Bytes bytes) ->
                    form = Form.parse(new String(bytes.toArray(), StandardCharsets.US_ASCII));
            }
        }
        if (session != null && !hasToken(exchange, form, session)) {
            return visit(exchange, session, Form.EMPTY).error(ErrorPages.CSRF);
        }
        return enter(exchange, route, session, form);
    }

    /** The fields before the file have the token. The page reads the file. */
    private Answer postFile(Exchange exchange, Route route, Session session) {
        Visit visit = visit(exchange, session, Form.EMPTY);
        List<String> types = exchange.headers("Content-Type");
        String boundary = types.size() == 1 ? FileForm.boundary(types.getFirst()) : null;
        if (boundary == null) {
            return visit.error(ErrorPages.NO_FORM);
        }
        try {
            FileForm form = FileForm.read(exchange.input(true), boundary);
            if (!session.isCsrfToken(form.text("csrf"))) {
                return visit.error(ErrorPages.CSRF);
            }
            Scope needed = route.scope();
            return needed == null || visit.allows(needed)
                    ? route.page().answer(visit.with(form))
                    : visit.error(ErrorPages.scope(needed));
        } catch (IOException broken) {
            exchange.inputBroken();
            return visit.error(ErrorPages.of(400));
        }
    }

    private static boolean hasToken(Exchange exchange, Form form, Session session) {
        List<String> header = exchange.headers(CSRF_HEADER);
        String sent = header.isEmpty() ? form.text("csrf") : header.getFirst();
        return session.isCsrfToken(sent);
    }

    private Answer enter(Exchange exchange, Route route, @Nullable Session session, Form form) {
        Visit visit = visit(exchange, session, form);
        Scope needed = route.scope();
        return needed == null || visit.allows(needed)
                ? route.page().answer(visit)
                : visit.error(ErrorPages.scope(needed));
    }

    /** A page is opened again after sign-in; a form is not sent again. */
    private static Answer toSignIn(Exchange exchange) {
        String query = exchange.rawQuery();
        String target = exchange.rawPath() + (query.isEmpty() ? "" : "?" + query);
        boolean isPage = !exchange.method().equals("POST") && SignIn.isPath(target);
        return Visit.redirect(isPage ? SIGN_IN + "?next=" + Visit.encode(target) : SIGN_IN);
    }

    private Visit visit(Exchange exchange, @Nullable Session session, Form form) {
        return new Visit(exchange, session, form, assets.path(), site.address(exchange));
    }
}
