package org.orderevidence.console;

import org.orderevidence.account.Scope;

/** The words of the error pages. */
final class ErrorPages {
    static final ErrorPage NO_PAGE =
            new ErrorPage(404, "Page not found", "There is no page at this address. Choose a page in the navigation.");

    static final ErrorPage WRONG_HOST = new ErrorPage(
            421,
            "Unknown host name",
            "The console does not answer for this host name. Set public.url to the address that browsers use.");

    static final ErrorPage OTHER_ORIGIN = new ErrorPage(
            403,
            "Request from another site",
            "The browser did not send this form from a page of the console. Open the console and try again.");

    static final ErrorPage CSRF = new ErrorPage(
            403,
            "This form is too old",
            "The form belongs to another session, and nothing was changed. Load the page again and repeat the change.");

    static final ErrorPage NO_FORM =
            new ErrorPage(415, "Not a form", "This address accepts forms of the console only. Nothing was changed.");

    static final ErrorPage BUSY = new ErrorPage(
            503,
            "Too much to do",
            "The service has too many large requests at the moment. Wait some seconds and load the page again.");

    private ErrorPages() {}

    static ErrorPage scope(Scope needed) {
        return new ErrorPage(
                403,
                "Not permitted",
                "The key of this session has no scope " + needed.wireName()
                        + ", which this needs. Nothing was changed. Sign in with a key that has it.");
    }

    static ErrorPage of(int status) {
        return switch (status) {
            case 405 ->
                new ErrorPage(status, "Not possible here", "This address does not accept this kind of request.");
            case 408 -> new ErrorPage(status, "Too slow", "The form did not arrive in time. Nothing was changed.");
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
                        "The store is not available",
                        "The service cannot reach its store, or has too much to do. Wait a moment and load the page again.")
                : new ErrorPage(
                        status,
                        "Something went wrong",
                        "This is a fault of the service. Report the request ID " + requestId
                                + " to the operator: the log has the details.");
    }
}
