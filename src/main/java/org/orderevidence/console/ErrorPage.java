package org.orderevidence.console;

import org.orderevidence.account.Scope;

/** What went wrong, or why nothing is shown, for a person. */
public record ErrorPage(int status, String title, String text) {
    static final ErrorPage NO_PAGE =
            new ErrorPage(404, "Page not found", "There is no page at this address. Select a page in the navigation.");

    static final ErrorPage WRONG_HOST = new ErrorPage(
            421,
            "Unknown host name",
            "The console does not accept this host name. Set public.url to the address that browsers use.");

    static final ErrorPage OTHER_ORIGIN = new ErrorPage(
            403,
            "Request from another site",
            "The browser did not send this form from a page of the console. Open the console and try again.");

    static final ErrorPage CSRF = new ErrorPage(
            403,
            "This form has expired",
            "The form belongs to another session. Nothing was changed. Reload the page and repeat the change.");

    static final ErrorPage NO_FORM =
            new ErrorPage(415, "Not a form", "This address accepts forms of the console only. Nothing was changed.");

    static final ErrorPage BUSY = new ErrorPage(
            503,
            "The service is busy",
            "The service is handling too many large requests. Wait a few seconds and reload the page.");

    static final ErrorPage TOO_MANY = new ErrorPage(
            429,
            "Too many pages",
            "Too many pages of this account were opened. Nothing was changed. Wait a few seconds and try again.");

    /** The first page of a session that may not see orders. */
    static ErrorPage withoutRead(boolean mayWrite) {
        String start = mayWrite ? "You can upload orders, but not see them." : "There is nothing that you can do here.";
        return new ErrorPage(
                200,
                "You are signed in",
                start + " To find orders, sign out, and sign in with a key that has the scope read.");
    }

    static ErrorPage scope(Scope needed) {
        return new ErrorPage(
                403,
                "Not permitted",
                "The key of this session has no scope " + needed.wireName()
                        + ". Nothing was changed. Sign in with a key that has this scope.");
    }

    static ErrorPage of(int status) {
        return switch (status) {
            case 405 ->
                new ErrorPage(
                        status,
                        "Method not allowed",
                        "This address does not accept this method. Open the page from the navigation.");
            case 408 ->
                new ErrorPage(
                        status,
                        "Request timed out",
                        "The form did not arrive in time. Nothing was changed. Send it again.");
            case 413 ->
                new ErrorPage(
                        status,
                        "Too large",
                        "A form has at most " + Form.MAX_BYTES + " bytes. Nothing was changed. Shorten the values.");
            default -> new ErrorPage(status, "Unreadable request", "The request cannot be read. Nothing was changed.");
        };
    }

    static ErrorPage failure(int status, String requestId) {
        return status == 503
                ? new ErrorPage(
                        status,
                        "The service is not available",
                        "The service cannot reach its store or is overloaded. Wait a moment and reload the page.")
                : new ErrorPage(
                        status,
                        "Something went wrong",
                        "This is an error in the service. Report the request ID " + requestId
                                + " to the operator. The log has the details.");
    }
}
