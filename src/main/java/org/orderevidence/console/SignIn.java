package org.orderevidence.console;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.SecretToken;
import org.orderevidence.account.Sessions;
import org.orderevidence.account.Sessions.SignedIn;
import org.orderevidence.console.Frame.Heading;
import org.orderevidence.http.Answer;

/**
 * Starts and ends sessions. A link with a one-time code opens a page with a button. Programs that open links to show a
 * preview therefore do not use up the code.
 */
public final class SignIn {
    private static final int LONGEST_NEXT = 1_000;
    private static final int LONGEST_CODE = 128;

    private final Sessions sessions;
    private final Site site;

    SignIn(Sessions sessions, Site site) {
        this.sessions = sessions;
        this.site = site;
    }

    void addTo(PageRoutes pages) {
        pages.add("/console/sign-in", "GET", null, this::show)
                .add("/console/sign-in", "POST", null, this::signIn)
                .add("/console/sign-out", "POST", null, this::signOut);
    }

    /**
     * What the sign-in page shows.
     *
     * @param next path to open after sign-in
     * @param code one-time code; empty for sign-in with a key
     * @param error why the last try failed; {@code null} at the first
     */
    public record Model(String next, String code, @Nullable String error) {
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

    private Answer show(Visit visit) {
        String code = visit.query("code");
        return form(visit, 200, new Model(next(visit.query("next")), code.length() > LONGEST_CODE ? "" : code, null));
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
            return form(visit, 422, new Model(next, "", "Enter an API key."));
        }
        if (key.isMalformed()) {
            return form(
                    visit,
                    422,
                    new Model(next, "", "This key is incomplete or has a typo. Copy the complete key again."));
        }
        return enter(
                visit,
                next,
                key.text().length() > ApiKey.MAX_LENGTH ? Optional.empty() : sessions.signIn(key),
                "This key does not exist, has expired or was revoked.");
    }

    private Answer enter(Visit visit, String next, Optional<SignedIn> started, String refusal) {
        if (started.isEmpty()) {
            return form(visit, 401, new Model(next, "", refusal));
        }
        SecretToken token = started.get().token();
        try {
            end(visit);
        } catch (RuntimeException failed) {
            // The browser does not get the new session, so it must not remain.
            sessions.end(token.text());
            throw failed;
        }
        return Visit.redirect(next, "Set-Cookie", site.cookie(visit.exchange(), token.text()));
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
        return visit.page(status, "console/signIn.jte", Heading.of("Sign in", null), model);
    }

    private static String next(String target) {
        return isPath(target) ? target : "/console";
    }
}
