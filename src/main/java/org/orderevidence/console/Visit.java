package org.orderevidence.console;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.http.Answer;
import org.orderevidence.http.DotSegment;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.limits.Places;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.wire.Faults;

/** One request for a page, with the session that it belongs to. */
public final class Visit {
    private static final String HTML = "text/html; charset=utf-8";

    private final Exchange exchange;
    private final @Nullable Session session;
    private final Form form;
    private final String assets;
    private final String address;
    private final @Nullable FileForm fileForm;

    Visit(Exchange exchange, @Nullable Session session, Form form, String assets, String address) {
        this(exchange, session, form, assets, address, null);
    }

    private Visit(
            Exchange exchange,
            @Nullable Session session,
            Form form,
            String assets,
            String address,
            @Nullable FileForm fileForm) {
        this.exchange = exchange;
        this.session = session;
        this.form = form;
        this.assets = assets;
        this.address = address;
        this.fileForm = fileForm;
    }

    /** Returns the same visit with a form that has a file. */
    Visit with(FileForm sent) {
        return new Visit(exchange, session, form, assets, address, sent);
    }

    /** Returns the form with a file. */
    public FileForm fileForm() {
        if (fileForm == null) {
            throw new IllegalStateException("this page takes no file");
        }
        return fileForm;
    }

    /** Returns the request. */
    public Exchange exchange() {
        return exchange;
    }

    /** Returns the address of the service, without a slash at the end. */
    public String address() {
        return address;
    }

    /** Returns the session. */
    public Session session() {
        if (session == null) {
            throw new IllegalStateException("this page needs no session");
        }
        return session;
    }

    /** Returns the only data that the visit may see. */
    public AccountSpace space() {
        return session().key().space();
    }

    /** True if the session may do what needs this scope. */
    public boolean allows(Scope scope) {
        return session != null && session.key().allows(scope);
    }

    /** Waits until the account may read; to be closed after the read. */
    public Places.Place read() {
        return exchange.read();
    }

    /** Returns a segment of the path, decoded; empty if it cannot be decoded. */
    public String parameter(String name) {
        return exchange.parameter(name);
    }

    /** Returns a query parameter; empty if it is missing, sent twice or unreadable. */
    public String query(String name) {
        String value = exchange.query().single(name, new Faults(Faults.Unknown.IGNORED));
        return value == null ? "" : value.strip();
    }

    /** Returns the fields that were sent; empty for GET. */
    public Form form() {
        return form;
    }

    /** Answers with a page. */
    public Answer page(String template, Heading heading, Object model) {
        return page(200, template, heading, model);
    }

    /**
     * Answers with a page.
     *
     * @param status HTTP status
     * @param template path below {@code src/main/jte}; its parameters are {@code page} and {@code model}
     * @param heading title, section and message
     * @param model what the template shows
     */
    public Answer page(int status, String template, Heading heading, Object model) {
        exchange.body().clear();
        Frame frame = new Frame(
                heading.title(),
                heading.section(),
                session == null ? null : Frame.Visitor.of(session),
                heading.notice(),
                assets);
        Templates.render(template, Map.of("page", frame, "model", model), exchange.body());
        return new Answer(status, HTML, List.of());
    }

    /**
     * What a page is called and belongs to.
     *
     * @param title without the product's name
     * @param section part of the console; {@code null} for none
     * @param notice message above the content; {@code null} for none
     */
    public record Heading(
            String title,
            @Nullable Section section,
            @Nullable Notice notice) {
        /** Returns a heading without a message. */
        public static Heading of(String title, Section section) {
            return new Heading(title, section, null);
        }

        /** Returns the same heading with a message. */
        public Heading with(@Nullable Notice changed) {
            return new Heading(title, section, changed);
        }
    }

    /** Answers that there is no such page or object. */
    public Answer notFound(String title, String text) {
        return error(new ErrorPage(404, title, text));
    }

    /** Answers that there are too many requests, with the headers of the answer that says so. */
    public Answer busy(Answer refused) {
        Answer page = error(ErrorPages.BUSY);
        return new Answer(page.status(), page.contentType(), refused.headers());
    }

    /** Answers with an error page. */
    public Answer error(ErrorPage error) {
        return page(error.status(), "console/error.jte", new Heading(error.title(), null, null), error);
    }

    /** Answers with a redirect, which the browser follows with GET. */
    public static Answer redirect(String path, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.add("Location");
        all.add(path);
        return Answer.empty(303, all.toArray(new String[0]));
    }

    /** Returns the path of the page of an order. */
    public static String orderPath(String id) {
        return "/console/orders/" + DotSegment.write(encode(id));
    }

    /** Returns a segment of a path or a value of a query, encoded. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
