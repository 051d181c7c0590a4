package org.orderevidence.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.account.Scope;
import org.orderevidence.http.ApiHandler.AnswerHeaders;
import org.orderevidence.http.Conversations.Conversation;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryBudget;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RateLimits.Lane;
import org.orderevidence.http.limits.RateLimits.Rate;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.http.limits.StrangersMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.json.JsonWriter.JsonBuffer;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Texts;
import org.orderevidence.wire.AnswerShape;
import org.orderevidence.wire.AnswerShape.Page;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;

/** One request and its answer. */
public final class Exchange {
    private static final String CHALLENGE = "ApiKey realm=\"Order Evidence\", header=\"X-API-Key\"";
    static final Read.Bad<?> NO_FAULTS = new Read.Bad<>(List.of(), List.of(), false, false);
    /** The fewest digits of a card number. */
    private static final int CARD_DIGITS = 12;

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

    private final Conversation conversation;
    private final MetaData.Request head;
    private final Content.Source source;
    private final MemoryBudget.Share share;
    private final JsonBuffer body;
    private final String requestId;
    private String route = "-";
    private Map<String, String> parameters = Map.of();
    private KeyCheck.@Nullable Accepted key;
    private BooleanSupplier keyCheck = () -> true;
    private @Nullable RequestInput input;
    private @Nullable BodyContent content;
    private boolean isGzip;
    private StrangersMemory.@Nullable Claim unproven;
    private String receiver = "";
    private boolean isProven;
    private boolean isInner;
    private @Nullable Places reads;
    private @Nullable Rate rate;
    private boolean inputBroken;

    private @Nullable InnerCalls innerCalls;

    Exchange(Conversation conversation, Request request) {
        this(
                conversation,
                new MetaData.Request(
                        request.getMethod(),
                        request.getHttpURI(),
                        request.getConnectionMetaData().getHttpVersion(),
                        request.getHeaders(),
                        request.getLength()),
                request,
                conversation.share(),
                AnswerHeaders.newRequestId());
    }

    /** A request that is made within this process. Its body is in memory. */
    Exchange(Conversation conversation, InnerCalls.Call call, String host, MemoryBudget.Share share, String requestId) {
        this(conversation, call.head(host), Content.Source.from(call.body().buffer()), share, requestId);
        isInner = true;
    }

    private Exchange(
            Conversation conversation,
            MetaData.Request head,
            Content.Source source,
            MemoryBudget.Share share,
            String requestId) {
        this.conversation = conversation;
        this.head = head;
        this.source = source;
        this.requestId = requestId;
        this.share = share;
        this.body = new JsonBuffer(share);
    }

    void innerCalls(InnerCalls calls) {
        innerCalls = calls;
    }

    /**
     * Calls the interface for the visitor of a page, with the scopes of the session.
     *
     * @param most maximum number of bytes of the body that are returned
     */
    public InnerCalls.Reply call(InnerCalls.Call call, int most) {
        InnerCalls calls = innerCalls;
        KeyCheck.Accepted visitor = key;
        if (calls == null || visitor == null) {
            throw new IllegalStateException("only the page of a visitor with a session can make calls");
        }
        try (MemoryBudget.Share memory = conversation.newShare()) {
            Exchange inner = new Exchange(conversation, call, headers("Host").getFirst(), memory, requestId);
            memory.account(visitor.space().account());
            memory.hold(MemoryBudget.SMALL);
            inner.isProven = true;
            inner.key = visitor;
            inner.keyCheck = keyCheck;
            return calls.answer(inner, most);
        }
    }

    public boolean allows(Scope needed) {
        return key != null && key.allows(needed);
    }

    MetaData.Request head() {
        return head;
    }

    public MemoryBudget.Share share() {
        return share;
    }

    /** Returns true if its connection was closed, so the answer will not be read. */
    boolean isClientGone() {
        return conversation.isGone();
    }

    /** True if nothing more is to be done for this request: the service stops, or the connection was closed. */
    public boolean isEnding() {
        return conversation.isStopping() || conversation.isGone();
    }

    /** Waits until this request may do large work; to be closed when the work is done. */
    public Places.Place turn() {
        return conversation.turns().take(space().account());
    }

    /**
     * The body of the request, to be read once.
     *
     * @param streamed true for a body of any length; only the time without data is limited
     */
    public RequestInput input(boolean streamed) {
        RequestInput opened = input;
        if (opened == null) {
            boolean isChunked = head.getHttpFields().contains(HttpHeader.TRANSFER_ENCODING);
            opened = new RequestInput(source, isChunked, conversation, streamed || isInner, this::bodyPlace);
            input = opened;
        }
        return opened;
    }

    void gzip(boolean isPacked) {
        isGzip = isPacked;
    }

    /** What the body means: as {@link #input}, unpacked if it is packed. */
    public BodyContent content(boolean streamed) {
        BodyContent opened = new BodyContent(input(streamed), isGzip ? new WorkTurns(this) : null);
        content = opened;
        return opened;
    }

    public int unpackingMemory() {
        return isGzip ? RequestMemory.UNPACKING : 0;
    }

    private Places.Place bodyPlace() {
        return conversation.bodyPlace(key == null ? "" : key.space().account(), receiver);
    }

    /** Number of bytes that have arrived since the request began: its head, its chunks and what is between them. */
    long arrivedBytes() {
        return conversation.requestBytes();
    }

    /** The announced length of the body, or -1 if none was announced. */
    long announcedLength() {
        return head.getContentLength();
    }

    /** Returns true if the request has a body of which a part was not read. */
    boolean hasUnreadInput() {
        RequestInput opened = input;
        if (opened != null) {
            return !opened.isAtEnd();
        }
        return head.getContentLength() > 0 || head.getHttpFields().contains(HttpHeader.TRANSFER_ENCODING);
    }

    void stopWaiting() {
        BodyContent read = content;
        if (read != null) {
            read.close();
        }
        RequestInput opened = input;
        if (opened != null) {
            opened.close();
        }
    }

    /** True if the client waits for 100 Continue before it sends its body, and none was sent. */
    boolean expectsToBeAsked() {
        return input == null && head.getHttpFields().contains(HttpHeader.EXPECT);
    }

    /** Reads and drops the rest of the body. */
    void readAway(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        conversation.readAwayUntil(end);
        body.clear();
        try {
            RequestInput rest = input(false);
            while (rest.skip() && System.nanoTime() - end < 0) {
                // Only the last byte matters.
            }
            rest.close();
        } catch (IOException gone) {
            inputBroken = true;
        }
    }

    public String requestId() {
        return requestId;
    }

    public String method() {
        return head.getMethod();
    }

    /** Where its path leads, as the log names it. */
    String route() {
        return route;
    }

    void found(Router.Match<?> match) {
        route = match.pattern();
        parameters = match.parameters();
    }

    /** Sets the names in the path of a page, which a browser opens. */
    public void page(Router.Match<?> match) {
        parameters = new HashMap<>(match.parameters());
        parameters.replaceAll((_, segment) -> DotSegment.read(segment));
    }

    /** Whose it is; null until that is known, and where no key is asked for. */
    public KeyCheck.@Nullable Accepted key() {
        return key;
    }

    /**
     * Called when the key, or the session, is valid. From now on the request may hold memory, from the account's part of
     * the budget.
     *
     * @param check returns false if it has ended since
     * @throws MemoryExhausted if no memory is free
     */
    public void key(KeyCheck.Accepted accepted, BooleanSupplier check) {
        key = accepted;
        keyCheck = check;
        proven(accepted.space().account(), 0);
    }

    /**
     * Called when a request without key is found to belong to an account, as {@link #key}.
     *
     * @param bodyBytes bytes of its body that were read before
     * @throws MemoryExhausted if no memory is free
     */
    public void proven(String account, long bodyBytes) {
        conversation.proven(account, bodyBytes > MemoryBudget.SMALL ? RequestMemory.ofBody(bodyBytes) : 0);
        isProven = true;
        closeUnproven();
    }

    /** Sets whom a request without key is addressed to. The memory of those to one receiver is limited. */
    public void addressedTo(String integration) {
        receiver = integration;
    }

    /** Waits until the body of a request without key may be examined; to be closed after that. */
    public Places.Place unprovenTurn() {
        return conversation.turns().take(receiver);
    }

    /** True if an account pays for the memory of this request. */
    boolean isProven() {
        return isProven;
    }

    /**
     * Takes memory for a body of which this many bytes have arrived.
     *
     * @throws MemoryExhausted if no memory is free
     */
    void holdBody(long bytes) {
        if (isProven) {
            if (bytes > MemoryBudget.SMALL || isGzip) {
                share.hold(RequestMemory.ofBody(bytes) + unpackingMemory());
            }
            return;
        }
        StrangersMemory.Claim claim = unproven;
        if (claim == null) {
            claim = conversation.claim(receiver);
            unproven = claim;
        }
        if (!claim.hold(bytes)) {
            throw new MemoryExhausted();
        }
    }

    void closeUnproven() {
        StrangersMemory.Claim claim = unproven;
        if (claim != null) {
            claim.close();
        }
    }

    /**
     * Counts the request in a lane of its account. Requests within this process are not counted: the operator has no limit,
     * and a page is counted as a whole.
     *
     * @return the refusal if there were too many
     */
    public @Nullable Answer countIn(Lane lane) {
        Rate counted = isInner ? null : conversation.rates().take(space(), lane);
        rate = counted;
        return counted == null || counted.retryAfter() == 0
                ? null
                : problem(
                        Problem.RATE_LIMITED,
                        "The account has sent too many requests: it may send " + counted.rule()
                                + ". Send this one again after " + counted.retryAfter() + " s.",
                        "Retry-After",
                        Long.toString(counted.retryAfter()));
    }

    /** Counts a further part of a long answer, and waits as long as its account has received too many. */
    public void countPart() {
        Rate counted = isInner ? null : conversation.rates().take(space(), Lane.PARTS);
        while (counted != null && counted.retryAfter() > 0 && !isEnding()) {
            LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            counted = conversation.rates().take(space(), Lane.PARTS);
        }
    }

    /** How the request was counted; {@code null} if it was not. */
    @Nullable
    Rate rate() {
        return rate;
    }

    void reads(Places limited) {
        reads = limited;
    }

    /** Waits until the account of this request may read; to be closed after the read. */
    public Places.Place read() {
        return Objects.requireNonNull(reads, "the request did not pass the gate")
                .take(space().account());
    }

    /** False if the key has been revoked or has expired since the request started. */
    public boolean isKeyStillValid() {
        return keyCheck.getAsBoolean();
    }

    /** The only data that it may see. */
    public AccountSpace space() {
        return Objects.requireNonNull(key, "no key was asked for").space();
    }

    /** Returns who makes the request, as the author of changes. */
    public Actor actor() {
        return Objects.requireNonNull(key, "no key was asked for").actor();
    }

    public Limits limits() {
        return conversation.limits();
    }

    /** Returns a name in the path, decoded once; empty if the path has none, or one that is not UTF-8. */
    public String parameter(String name) {
        String decoded = Query.PercentText.decode(parameters.getOrDefault(name, ""), '+');
        return decoded == null ? "" : decoded;
    }

    /**
     * Takes memory for a list.
     *
     * @param orders how many orders, or facts about them, it has at most
     * @throws MemoryExhausted if no memory is free
     */
    public void holdList(int orders) {
        share.hold(RequestMemory.ofList(orders, limits().lineBytes()));
    }

    /** Returns an ID of lower-case letters, digits and underscores in the path; {@code null} if it is none. */
    @Nullable
    public String name(String name, int longest) {
        String text = parameters.getOrDefault(name, "");
        boolean isName = !text.isEmpty()
                && text.length() <= longest
                && text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
        return isName ? text : null;
    }

    /** The order that its path names; null if no order can have that id. */
    @Nullable
    public OrderId orderId() {
        String id = orderText();
        return OrderId.isValid(id) ? new OrderId(id) : null;
    }

    /** Returns what is found of the order that its path names; empty if no order can have that ID. */
    public <T> Optional<T> ofOrder(Function<OrderId, Optional<T>> find) {
        return Optional.ofNullable(orderId()).flatMap(find);
    }

    /** The last words of paths such as {@code /api/v2/orders/search} are also order IDs. */
    private String orderText() {
        return parameters.containsKey("id") ? parameter("id") : route.substring(route.lastIndexOf('/') + 1);
    }

    public String rawPath() {
        String sent = uri().getPath();
        return sent == null ? "" : sent;
    }

    /** Returns the query as it was sent, without its question mark; empty if there is none. */
    public String rawQuery() {
        String sent = uri().getQuery();
        return sent == null ? "" : sent;
    }

    /** Returns the address of the other end of the connection, possibly a proxy; {@code null} if it is closed. */
    public @Nullable InetAddress peer() {
        return conversation.peer() instanceof InetSocketAddress socket ? socket.getAddress() : null;
    }

    HttpURI uri() {
        return head.getHttpURI();
    }

    /** All values of a header, blank ones too. */
    public List<String> headers(String name) {
        List<String> values = head.getHttpFields().getValuesList(name);
        values.replaceAll(String::strip);
        return values;
    }

    /** Returns true if one bad field refuses the whole request: its header {@code Prefer} (RFC 7240) says so. */
    public boolean isStrict() {
        List<String> preferred = headers("Prefer");
        return !preferred.isEmpty()
                && preferred.stream()
                        .flatMap(value -> Stream.of(value.split("[,;]", -1)))
                        .map(preference -> preference.replaceAll("[ \"\t]", ""))
                        .anyMatch("handling=strict"::equalsIgnoreCase);
    }

    /** The announced body is missing or unreadable, so nothing after it can be read. */
    public void inputBroken() {
        inputBroken = true;
    }

    boolean isInputBroken() {
        return inputBroken;
    }

    /** Writes the body of the answer; to be closed. */
    public JsonWriter json() {
        return body.writer();
    }

    public JsonBuffer body() {
        return body;
    }

    public Answer problem(Problem problem, String detail, String... headers) {
        return problem(problem, detail, NO_FAULTS, headers);
    }

    /** Answers with a failure, and what is wrong with single fields. */
    public Answer problem(Problem problem, String detail, Read.Bad<?> faults, String... headers) {
        body.clear();
        try (JsonWriter json = json()) {
            Problem.write(json, problem, detail, requestId, faults);
        }
        return new Answer(problem.status(), Answer.PROBLEM, List.of(headers));
    }

    /** The same for unknown orders, those of others, and ids that no order can have. */
    public Answer orderNotFound() {
        String meant = Texts.cleaned(orderText());
        // The answer repeats it, so it must not be a card number.
        boolean isShort = meant.chars().filter(c -> c >= '0' && c <= '9').count() < CARD_DIGITS;
        if (orderId() == null && isShort && OrderId.isValid(meant)) {
            return problem(
                    Problem.ORDER_NOT_FOUND,
                    "The ID in the path has blanks at its ends or invisible characters, so no order has it. Without them,"
                            + " it is \"" + meant + "\".");
        }
        boolean isTest = key != null && key.space().mode() == AccountSpace.Mode.TEST;
        return problem(
                Problem.ORDER_NOT_FOUND,
                isTest
                        ? "The test data of this account has no order with this ID. A test key does not see live orders."
                        : "This account has no order with this ID.");
    }

    /** The same for unknown integrations, those of other accounts and those of the other mode. */
    public Answer integrationNotFound() {
        return problem(
                Problem.INTEGRATION_NOT_FOUND, "This account has no integration with this ID in the mode of this key.");
    }

    public Answer unauthorized(Problem problem, String detail) {
        return problem(problem, detail, "WWW-Authenticate", CHALLENGE);
    }

    /** Answers that the key of the request does not exist or has ended. */
    public Answer keyUnknown() {
        return unauthorized(Problem.KEY_UNKNOWN, "This key does not exist, has expired or was revoked.");
    }

    public Answer invalidParameters(Faults faults) {
        return invalid(Problem.INVALID_PARAMETER, faults.refusal());
    }

    public Answer object(int status, Consumer<JsonWriter> fields, String... headers) {
        try (JsonWriter json = json()) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return Answer.json(status, headers);
    }

    public <T> Answer object(int status, AnswerShape<T> shape, T value, String... headers) {
        try (JsonWriter json = json()) {
            shape.write(json, value);
        }
        return Answer.json(status, headers);
    }

    /** Answers with the first elements of a list. If it has more, the ID of the last of these is the cursor. */
    public <E> Answer page(AnswerShape<Page<E>> shape, List<E> elements, int per, Function<E, String> id) {
        List<E> page = elements.subList(0, Math.min(per, elements.size()));
        return object(200, shape, new Page<>(page, elements.size() > per ? id.apply(page.getLast()) : null));
    }

    public Answer invalid(FieldError fault) {
        return invalid(new Read.Bad<Void>(fault));
    }

    public Answer invalid(Read.Bad<?> faults) {
        return invalid(Problem.INVALID_REQUEST, faults);
    }

    /** The detail is that of the first error, because some clients show only the detail. */
    private Answer invalid(Problem problem, Read.Bad<?> faults) {
        return problem(problem, faults.errors().getFirst().detail(), faults);
    }
}
