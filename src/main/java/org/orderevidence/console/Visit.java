package org.orderevidence.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.console.Frame.Navigation;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.http.Answer;
import org.orderevidence.http.DotSegment;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.limits.Places;
import org.orderevidence.json.JsonWriter.JsonBuffer;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Texts;

/**
 * One request for a page, with the session that it belongs to.
 *
 * @param signedIn the session; {@code null} before sign-in
 * @param address of the service, without a slash at the end
 */
public record Visit(
        Exchange exchange,
        @Nullable Session signedIn,
        Form form,
        String assets,
        Navigation navigation,
        String address) {
    private static final String HTML = "text/html; charset=utf-8";

    /** The templates that the build compiled. All output is escaped for its position in HTML. */
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(ContentType.Html);

    Session session() {
        if (signedIn == null) {
            throw new IllegalStateException("this page needs no session");
        }
        return signedIn;
    }

    /** Returns the only data that the visit may see. */
    AccountSpace space() {
        return session().key().space();
    }

    /** True if the session may do what needs this scope. */
    boolean allows(Scope scope) {
        return signedIn != null && signedIn.key().allows(scope);
    }

    /** Waits until the account may read; to be closed after the read. */
    Places.Place read() {
        return exchange.read();
    }

    /** Returns a segment of the path, decoded; empty if it cannot be decoded. */
    String parameter(String name) {
        return exchange.parameter(name);
    }

    /** Returns a query parameter; empty if it is missing, sent twice or unreadable. */
    String query(String name) {
        String value = new Query(exchange, List.of()).text(name);
        return value == null ? "" : value.strip();
    }

    Answer page(String template, String title, Object model) {
        return page(200, template, title, null, model);
    }

    /**
     * Answers with a page.
     *
     * @param template path below {@code src/main/jte}; its parameters are {@code page} and {@code model}
     */
    Answer page(int status, String template, String title, @Nullable Notice notice, Object model) {
        return page(
                status, template, new Frame(title, notice, signedIn, assets, navigation, exchange.rawPath()), model);
    }

    private Answer page(int status, String template, Frame frame, Object model) {
        exchange.body().clear();
        ENGINE.render(template, Map.of("page", frame, "model", model), new EscapedHtml(new Output(exchange.body())));
        return new Answer(status, HTML, List.of());
    }

    /** Answers that there is no such page or object. */
    Answer notFound(String title, String text) {
        return error(new ErrorPage(404, title, text));
    }

    Answer error(ErrorPage error) {
        return error(error, List.of());
    }

    Answer error(ErrorPage error, List<String> headers) {
        Frame frame = new Frame(error.title(), null, signedIn, assets, navigation, "");
        Answer page = page(error.status(), "console/error.jte", frame, error);
        return new Answer(page.status(), page.contentType(), headers);
    }

    /** Answers with a redirect, which the browser follows with GET. */
    static Answer redirect(String path, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.add("Location");
        all.add(path);
        return Answer.empty(303, all.toArray(new String[0]));
    }

    public static String orderPath(String id) {
        return "/console/orders/" + DotSegment.write(encode(id));
    }

    /** Returns a segment of a path or a value of a query, encoded. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Writes UTF-8 to a body, which reserves the memory that it needs. */
    private record Output(JsonBuffer body) implements TemplateOutput {
        @Override
        public void writeContent(String value) {
            body.append(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void writeContent(String value, int begin, int end) {
            writeContent(value.substring(begin, end));
        }
    }

    /**
     * The HTML of pages, escaped. In titles and in attributes, where no {@code bdi} can contain them, values lose the
     * characters that reorder the text around them. The value of an input keeps them: a form sends it back.
     */
    private static final class EscapedHtml extends OwaspHtmlTemplateOutput {
        private boolean isContained = true;

        EscapedHtml(TemplateOutput output) {
            super(output);
        }

        @Override
        public void setContext(String tag, @Nullable String attribute) {
            super.setContext(tag, attribute);
            isContained = attribute == null ? !"title".equals(tag) : attribute.equals("value");
        }

        @Override
        public void writeUserContent(@Nullable String value) {
            super.writeUserContent(
                    value == null || isContained ? value : Texts.without(value, Texts::isDirectionControl));
        }
    }
}
