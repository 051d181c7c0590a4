package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.OpenIdProvider;
import org.orderevidence.account.OpenIdProvider.Person;
import org.orderevidence.account.OpenIdProvider.Refusal;
import org.orderevidence.account.OpenIdProvider.SignInResult;
import org.orderevidence.account.SecretToken;
import org.orderevidence.account.Sessions;
import org.orderevidence.account.Sessions.SignedIn;
import org.orderevidence.http.Answer;

/**
 * Starts and ends sessions. A link with a one-time code opens a page with a button. Programs that open links to show a
 * preview therefore do not use up the code.
 */
public record SignIn(Sessions sessions, Site site) {
    private static final int LONGEST_NEXT = 1_000;
    private static final int LONGEST_CODE = 128;
    private static final String AT_PROVIDER = "/console/sign-in/start";
    private static final String CALLBACK = "/console/sign-in/callback";

    void addTo(PageRoutes pages) {
        pages.add("/console/sign-in", "GET", null, this::show)
                .add("/console/sign-in", "POST", null, this::signIn)
                .add("/console/sign-out", "POST", null, this::signOut);
        OpenIdProvider provider = sessions.provider();
        if (provider != null) {
            pages.add(AT_PROVIDER, "GET", null, visit -> start(visit, provider))
                    .add(CALLBACK, "GET", null, visit -> complete(visit, provider));
        }
    }

    /**
     * What the sign-in page shows.
     *
     * @param code one-time code; empty for sign-in with a key
     * @param host of the provider where people sign in; empty if keys alone sign in
     */
    public record Model(String next, String code, @Nullable String error, String host) {
        public String atProvider() {
            return AT_PROVIDER + "?next=" + Visit.encode(next);
        }

        @Override
        public String toString() {
            return "Model";
        }
    }

    /** A browser resolves such a segment, and would leave the console. */
    private static final Pattern DOT_SEGMENT = Pattern.compile("/(\\.|%2e){1,2}([/?]|$)", Pattern.CASE_INSENSITIVE);

    /** True if a browser may be sent to this path after sign-in: a page of the console on this service. */
    static boolean isPath(String target) {
        boolean isConsole =
                target.equals("/console") || target.startsWith("/console/") || target.startsWith("/console?");
        return isConsole
                && target.length() <= LONGEST_NEXT
                && target.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\')
                && !target.startsWith("/console/sign-")
                && !DOT_SEGMENT.matcher(target).find();
    }

    private Model model(String next, String code, @Nullable String error) {
        OpenIdProvider provider = sessions.provider();
        return new Model(
                next,
                code,
                error,
                provider == null ? "" : provider.settings().issuer().getHost());
    }

    private Answer show(Visit visit) {
        String code = visit.query("code");
        return form(visit, 200, model(next(visit.query("next")), code.length() > LONGEST_CODE ? "" : code, null));
    }

    private Answer signIn(Visit visit) {
        String next = next(visit.form().text("next"));
        String code = visit.form().text("code");
        if (!code.isEmpty()) {
            return enter(
                    visit,
                    next,
                    code.length() > LONGEST_CODE ? Optional.empty() : sessions.signInWithCode(code),
                    "This sign-in link was already used or has expired. Get a new link, or sign in with an API key.");
        }
        ApiKey key = new ApiKey(visit.form().text("key"));
        if (key.text().isEmpty()) {
            return form(visit, 422, model(next, "", "Enter an API key."));
        }
        if (key.isMalformed()) {
            return form(
                    visit, 422, model(next, "", "This key is incomplete or has a typo. Copy the complete key again."));
        }
        return enter(
                visit,
                next,
                key.text().length() > ApiKey.MAX_LENGTH ? Optional.empty() : sessions.signIn(key),
                "This key does not exist, has expired or was revoked.");
    }

    private Answer enter(Visit visit, String next, Optional<SignedIn> started, String refusal) {
        if (started.isEmpty()) {
            return form(visit, 401, model(next, "", refusal));
        }
        SecretToken token = started.get().token();
        try {
            end(visit);
        } catch (RuntimeException failed) {
            // The browser does not get the new session, so it must not remain.
            sessions.end(token.text());
            throw failed;
        }
        return Visit.redirect(
                next.equals("/console") ? DisputePages.START : next,
                "Set-Cookie",
                site.cookie(visit.exchange(), token.text()));
    }

    /** Leads to the provider. The browser keeps the token of this sign-in, and the page to open after it. */
    private Answer start(Visit visit, OpenIdProvider provider) {
        SecretToken attempt = sessions.newAttempt();
        byte[] next = next(visit.query("next")).getBytes(StandardCharsets.US_ASCII);
        String kept =
                attempt.text() + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(next);
        return provider.start(attempt, visit.address() + CALLBACK)
                .map(target -> Visit.redirect(target, "Set-Cookie", site.attempt(visit.exchange(), kept)))
                .orElseGet(() -> refused(visit, Refusal.UNAVAILABLE));
    }

    private Answer complete(Visit visit, OpenIdProvider provider) {
        String kept = site.attempt(visit.exchange());
        String[] parts = kept == null ? new String[0] : kept.split("\\.", -1);
        SecretToken attempt = parts.length == 2
                ? SecretToken.parse(parts[0], SecretToken.OF_SESSION).orElse(null)
                : null;
        if (attempt == null) {
            return refused(visit, Refusal.NOT_STARTED);
        }
        String code = visit.query("error").isEmpty() ? visit.query("code") : "";
        return switch (provider.complete(attempt, visit.query("state"), code, visit.address() + CALLBACK)) {
            case SignInResult.Refused(Refusal why) -> refused(visit, why);
            case SignInResult.Done(Person person) ->
                enter(visit, next(decoded(parts[1])), Optional.of(sessions.signIn(person)), "");
        };
    }

    private static String decoded(String next) {
        try {
            return new String(Base64.getUrlDecoder().decode(next), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException changed) {
            return "";
        }
    }

    private static Answer refused(Visit visit, Refusal why) {
        return visit.error(
                switch (why) {
                    case NOT_STARTED ->
                        new ErrorPage(
                                400,
                                "Sign in again",
                                "This browser has not started this sign-in, or it took too long. Open the console and"
                                        + " sign in again.");
                    case DENIED ->
                        new ErrorPage(401, "Not signed in", "The sign-in was cancelled, or the provider refused it.");
                    case INVALID ->
                        new ErrorPage(
                                401,
                                "Not signed in",
                                "The answer of the sign-in provider is not valid. The log of the service has the reason.");
                    case NOT_ALLOWED ->
                        new ErrorPage(
                                403,
                                "Not permitted",
                                "You have no permission here. Ask an administrator of this service.");
                    case UNAVAILABLE ->
                        new ErrorPage(
                                503,
                                "Sign-in is not available",
                                "The sign-in provider cannot be used at the moment. Try again later, or sign in with an"
                                        + " API key.");
                });
    }

    private Answer signOut(Visit visit) {
        end(visit);
        return Visit.redirect("/console/sign-in", "Set-Cookie", site.cookie(visit.exchange(), ""));
    }

    /** Ends the session that the browser has, so that at most one remains. */
    private void end(Visit visit) {
        String token = site.token(visit.exchange());
        if (token != null) {
            sessions.end(token);
        }
    }

    private static Answer form(Visit visit, int status, Model model) {
        return visit.page(status, "console/signIn.jte", "Sign in", null, model);
    }

    private static String next(String target) {
        return isPath(target) ? target : "/console";
    }
}
