import client.ApiClient;
import client.ApiException;
import client.ApiResponse;
import client.api.AdministrationApi;
import client.api.OrdersApi;
import client.api.PagesApi;
import client.api.ServiceApi;
import client.api.SightingsApi;
import client.model.Account;
import client.model.AccountUpdate;
import client.model.AuditAction;
import client.model.AuditEntry;
import client.model.Category;
import client.model.ChangeOutcome;
import client.model.ChangedDispute;
import client.model.ChangedOrder;
import client.model.Charge;
import client.model.ChargeStatus;
import client.model.ChargeType;
import client.model.CheckCode;
import client.model.CompellingEvidence;
import client.model.CreatedKey;
import client.model.CreatedReceiptLink;
import client.model.CredentialConfidence;
import client.model.DeliveryPatch;
import client.model.Dispute;
import client.model.DisputeAnswer;
import client.model.DisputePatch;
import client.model.DisputeStatus;
import client.model.ElementName;
import client.model.ElementState;
import client.model.EligibilityReason;
import client.model.EligibilityStatus;
import client.model.FactOutcome;
import client.model.FetchedOrder;
import client.model.FieldErrorCode;
import client.model.FoundOrders;
import client.model.FraudReport;
import client.model.FraudReportAnswer;
import client.model.HealthStatus;
import client.model.IpSource;
import client.model.Key;
import client.model.KeyList;
import client.model.KeyMode;
import client.model.KeyRequest;
import client.model.KeyRotation;
import client.model.KeyScope;
import client.model.KeyState;
import client.model.ListDirection;
import client.model.MerchantInfo;
import client.model.OrderList;
import client.model.OrderPatch;
import client.model.OrderSearch;
import client.model.PendingList;
import client.model.PriorReason;
import client.model.Problem;
import client.model.ProblemCode;
import client.model.Profile;
import client.model.ReasonCode;
import client.model.ReceiptLinkRequest;
import client.model.ReceiptPatch;
import client.model.ReceiptView;
import client.model.Sighting;
import client.model.Upload;
import client.model.UploadAnswer;
import client.model.UploadOutcome;
import client.model.UploadResult;
import com.fasterxml.jackson.databind.DeserializationFeature;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;

/** Makes every call of the interface with the generated client, and checks the values that it decodes. */
public final class EveryCall {
    private static final long NOW = 1_795_176_000_000L;

    private final ApiClient client;
    private final AdministrationApi administration;
    private final OrdersApi orders;
    private final PagesApi pages;
    private final ServiceApi service;
    private final SightingsApi sightings;

    private EveryCall(String url, String key) {
        client = new ApiClient();
        client.updateBaseUri(url);
        client.setRequestInterceptor(request -> request.header("X-API-Key", key));
        // A field that the description lacks is a failure here. Real clients leave this off.
        client.getObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        administration = new AdministrationApi(client);
        orders = new OrdersApi(client);
        pages = new PagesApi(client);
        service = new ServiceApi(client);
        sightings = new SightingsApi(client);
    }

    /** Called by the test with the URL of a service at 2026-11-20T12:00:00Z, and a key with all scopes. */
    public static void run(String url, String key) throws Exception {
        EveryCall calls = new EveryCall(url, key);
        calls.service();
        calls.track();
        calls.upload();
        calls.fetch();
        calls.nullsAndReasons();
        calls.orderNamedUpload();
        calls.pages();
        calls.laterFacts();
        calls.change();
        calls.list();
        calls.search();
        calls.pending();
        calls.keys();
        new IntegrationCalls(calls.client).make();
        calls.account();
        calls.problems(url);
    }

    private void service() throws Exception {
        same(HealthStatus.HEALTH_STATUS_OK, service.getLivez().getStatus());
        same(HealthStatus.HEALTH_STATUS_OK, service.getReadyz().getStatus());
        same("3.1.0", service.getOpenApi(null).get("openapi"));
        String page = Files.readString(service.getProblemPage("not-found").toPath());
        same(true, page.contains("<h1>not_found</h1>"));
    }

    private void pages() throws Exception {
        List<File> html = List.of(
                pages.getReceipt("A-1", null),
                pages.getReceiptHtml("A-1", ReceiptView.RECEIPT_VIEW_AGENT),
                pages.getEvidenceSheet("A-1", null, null, null),
                pages.getEvidenceSheetHtml("A-1", null, Profile.PROFILE_VISA, null));
        for (File page : html) {
            same(true, Files.readString(page.toPath()).contains("A-1"));
        }
        List<File> pdfs =
                List.of(pages.getReceiptPdf("A-1", null), pages.getEvidenceSheetPdf("A-1", null, null, null));
        for (File pdf : pdfs) {
            same("%PDF-", new String(Files.readAllBytes(pdf.toPath()), 0, 5, StandardCharsets.US_ASCII));
        }
    }

    private void track() throws Exception {
        same(NOW, sightings.track(new Sighting().email("buyer@example.com").ip("203.0.113.7"), null));
        Sighting past = new Sighting().email("buyer@example.com").ip("203.0.113.8").observedAt("2026-11-19T12:00:00Z");
        same(NOW, sightings.track(past, "handling=strict"));
    }

    private void upload() throws Exception {
        Upload upload = new Upload()
                .addOrdersItem(Orders.full("A-1"))
                .addOrdersItem(Orders.prior("P-1", "2026-03-01"))
                .addOrdersItem(Orders.prior("P-2", "2026-05-01"))
                .addOrdersItem(Orders.prior("P-3", "2026-11-10"))
                .addOrdersItem(Orders.bare("upload"))
                .addOrdersItem(Orders.bare("A-9").transactionDate("2026-02-30"));
        UploadAnswer answer = orders.uploadOrders(upload, null);

        same(5L, answer.getCreated());
        same(1L, answer.getRejected());
        UploadResult first = answer.getResults().getFirst();
        same("A-1", first.getId());
        same(UploadOutcome.UPLOAD_OUTCOME_CREATED, first.getOutcome());
        same(List.of(), first.getWarnings());
        UploadResult last = answer.getResults().getLast();
        same(5L, last.getIndex());
        same(UploadOutcome.UPLOAD_OUTCOME_REJECTED, last.getOutcome());
        same(FieldErrorCode.FIELD_ERROR_CODE_INVALID_DATE, last.getErrors().getFirst().getCode());
        same("/orders/5/transactionDate", last.getErrors().getFirst().getPointer());

        UploadResult stale = orders.uploadOrders(new Upload().addOrdersItem(Orders.full("A-1").revision(6L)), "handling=strict")
                .getResults()
                .getFirst();
        same(UploadOutcome.UPLOAD_OUTCOME_STALE, stale.getOutcome());
        same(7L, stale.getHeldRevision());
    }

    private void fetch() throws Exception {
        ApiResponse<FetchedOrder> response = orders.fetchOrderWithHttpInfo("A-1", null, null, null);
        FetchedOrder order = response.getData();
        Charge charge = order.getCharge();
        same(Orders.LARGE_AMOUNT, charge.getAmount());
        same(7L, charge.getRevision());
        same(true, charge.getVersion() > Integer.MAX_VALUE);
        same("2026-11-01T10:00:00Z", charge.getTransactionDate());
        same("2026-11-03", charge.getSettledAt());
        same(true, charge.getHasCardFingerprint());
        same(Category.CATEGORY_MERCHANDISE, charge.getMerchandiseOrServices());
        same(ChargeType.CHARGE_TYPE_PURCHASE, charge.getType());
        same(OffsetDateTime.parse("2026-11-20T12:00:00Z"), charge.getUploadedAt());
        same("N-1", charge.getNetworkId());
        same("ch_A-1", charge.getGatewayTransactionId());

        CompellingEvidence evidence = order.getCompellingEvidence();
        same(EligibilityStatus.ELIGIBILITY_STATUS_QUALIFIED, evidence.getStatus());
        same(true, evidence.getIsEligible());
        same(List.of(), evidence.getReasons());
        same(LocalDate.of(2026, 11, 20), evidence.getAsOf());
        same(CheckCode.CHECK_CODE_NETWORK, evidence.getChecks().getFirst().getCode());
        same(CredentialConfidence.CREDENTIAL_CONFIDENCE_HIGH, evidence.getCredentialConfidence());
        same(true, evidence.getMatchedElements().contains(ElementName.ELEMENT_NAME_IP));
        same(IpSource.IP_SOURCE_ORDER, evidence.getEvidence().getIp().getSource());
        same(false, evidence.getEligibleFrom() == null);
        same(null, evidence.getPriorTransactions().getFirst().getReason());
        same(ElementState.ELEMENT_STATE_EQUAL, evidence.getPriorTransactions().getFirst().getElements().getIp());
        same(PriorReason.PRIOR_REASON_PRIOR_NOT_EARLIER, evidence.getPriorTransactions().getLast().getReason());

        same("9999999999.99", order.getDigitalReceipt().getOrder().getTotal());
        same(2L, order.getDigitalReceipt().getOrder().getOrderItems().getFirst().getQuantity());
        same(true, order.getDigitalReceipt().getCompleteness().getComplete());

        String tag = response.getHeaders().get("etag").getFirst();
        ApiException unchanged = failure(() -> orders.fetchOrder("A-1", null, null, tag));
        same(304, unchanged.getCode());
        same(Profile.PROFILE_STRIPE, orders.fetchOrder("A-1", LocalDate.of(2026, 11, 19), Profile.PROFILE_STRIPE, null)
                .getCompellingEvidence()
                .getProfile());
    }

    private void nullsAndReasons() throws Exception {
        CompellingEvidence evidence = orders.fetchOrder("upload", null, null, null).getCompellingEvidence();
        same(EligibilityStatus.ELIGIBILITY_STATUS_REQUIRES_ACTION, evidence.getStatus());
        same(null, evidence.getEligibleFrom());
        same(null, evidence.getEligibleUntil());
        same(CredentialConfidence.CREDENTIAL_CONFIDENCE_LOW, evidence.getCredentialConfidence());
        EligibilityReason reason = evidence.getReasons().getFirst();
        same(ReasonCode.REASON_CODE_NETWORK_UNKNOWN, reason.getCode());
        same(null, reason.getOrderId());
        same(false, reason.getRemedy() == null);
    }

    private void orderNamedUpload() throws Exception {
        same("upload", orders.fetchOrderNamedUpload(null, null, null).getCharge().getId());
        ChangedOrder changed = orders.changeOrderNamedUpload(new OrderPatch().status(ChargeStatus.CHARGE_STATUS_FAILED), null);
        same(ChangeOutcome.CHANGE_OUTCOME_UPDATED, changed.getOutcome());
        same(ChargeStatus.CHARGE_STATUS_FAILED, changed.getCharge().getStatus());
    }

    private void laterFacts() throws Exception {
        Dispute dispute = new Dispute().disputeId("D-1").condition("Visa 10.4").openedAt("2026-11-12");
        DisputeAnswer kept = orders.recordDispute("A-1", dispute, null);
        same(FactOutcome.FACT_OUTCOME_CREATED, kept.getOutcome());
        same("10.4", kept.getCondition());
        same(DisputeStatus.DISPUTE_STATUS_OPEN, kept.getStatus());
        same(DisputeStatus.DISPUTE_STATUS_WITHDRAWN, orders.recordDispute("A-1", dispute.status(DisputeStatus.DISPUTE_STATUS_WITHDRAWN), null)
                .getStatus());
        DisputePatch patch = new DisputePatch().respondBy("2026-12-01T23:59:59Z").amount(1999L).currency("GBP");
        ChangedDispute patched = orders.changeDispute("A-1", "D-1", patch, null);
        same(FactOutcome.FACT_OUTCOME_UPDATED, patched.getOutcome());
        same("2026-12-01T23:59:59Z", patched.getDispute().getRespondBy());
        same(1999L, orders.listDisputes("A-1").getDisputes().getFirst().getAmount());
        same(0, orders.listFraudReports("A-1").getFraudReports().size());
        FraudReport report = new FraudReport().reportId("F-1").reportedAt("2026-11-11").typeCode("6");
        same(FactOutcome.FACT_OUTCOME_CREATED, orders.recordFraudReport("P-3", report, null).getOutcome());
        FraudReportAnswer again = orders.recordFraudReport("P-3", report, "handling=strict");
        same(FactOutcome.FACT_OUTCOME_UNCHANGED, again.getOutcome());
        same("2026-11-11", again.getReportedAt());
        CreatedReceiptLink link = orders.createReceiptLink("P-3", new ReceiptLinkRequest().expiresIn(300L));
        same(link.getId(), orders.listReceiptLinks("P-3").getLinks().getFirst().getId());
        String token = link.getUrl().getPath().substring("/r/".length());
        same(true, Files.readString(orders.openReceiptLink(token).toPath()).startsWith("<!DOCTYPE html>"));
        same(link.getExpiresAt(), orders.revokeReceiptLink("P-3", link.getId()).getExpiresAt());
    }

    private void change() throws Exception {
        // A null removes a field. A field that is not set stays.
        OrderPatch patch = new OrderPatch()
                .arn(null)
                .refundedAmount(5L)
                .receipt(new ReceiptPatch().delivery(new DeliveryPatch().carrier(null)));
        ChangedOrder changed = orders.changeOrder("A-1", patch, "*");
        same(null, changed.getCharge().getArn());
        same(5L, changed.getCharge().getRefundedAmount());
        same("2026-11-03", changed.getCharge().getSettledAt());
        same(ProblemCode.PROBLEM_CODE_PRECONDITION_FAILED, problem(failure(() -> orders.changeOrder("A-1", patch, "\"1\""))).getCode());
    }

    private void list() throws Exception {
        OrderList first = orders.listOrders(0, 2, null, null, null, null, null);
        same(5L, first.getTotal());
        same(2, first.getPer());
        same(2, first.getOrders().size());
        OrderList next = orders.listOrders(null, 100, first.getNextCursor(), null, null, null, null);
        same(3, next.getOrders().size());
        same(null, next.getNextCursor());
        LocalDate day = LocalDate.parse("2026-11-01");
        OrderList ofDay = orders.listOrders(null, null, null, day, day, ChargeStatus.CHARGE_STATUS_SUCCEEDED, ListDirection.LIST_DIRECTION_ASC);
        same("A-1", ofDay.getOrders().getFirst().getId());
        same(null, ofDay.getTotal());
    }

    private void pending() throws Exception {
        PendingList pending = orders.listPending(5, null);
        same(0, pending.getPending().size());
        same(null, pending.getNextCursor());
    }

    private void search() throws Exception {
        FoundOrders found = orders.searchOrders(new OrderSearch().gatewayTransactionId("ch_A-1").per(5));
        same(1, found.getOrders().size());
        same("A-1", found.getOrders().getFirst().getId());
        same(null, found.getNextCursor());
        same(
                FieldErrorCode.FIELD_ERROR_CODE_REQUIRED,
                problem(failure(() -> orders.searchOrders(new OrderSearch()))).getErrors().getFirst().getCode());
        same(
                ProblemCode.PROBLEM_CODE_ORDER_NOT_FOUND,
                problem(failure(() -> orders.fetchOrderNamedSearch(null, null, null))).getCode());
        OrderPatch patch = new OrderPatch().arn("1");
        same(
                ProblemCode.PROBLEM_CODE_ORDER_NOT_FOUND,
                problem(failure(() -> orders.changeOrderNamedSearch(patch, null))).getCode());
    }

    private void keys() throws Exception {
        KeyRequest request = new KeyRequest()
                .label("till-4")
                .addScopesItem(KeyScope.KEY_SCOPE_READ)
                .addScopesItem(KeyScope.KEY_SCOPE_LOOKUP)
                .expiresAt("2027-01-31T00:00:00Z");
        CreatedKey made = administration.createKey(request);
        same(true, made.getKey().startsWith("oe_live_"));
        same("till-4", made.getLabel());
        same(KeyMode.KEY_MODE_LIVE, made.getMode());
        same(List.of(KeyScope.KEY_SCOPE_LOOKUP, KeyScope.KEY_SCOPE_READ), made.getScopes());
        same(KeyState.KEY_STATE_ACTIVE, made.getState());
        same(OffsetDateTime.parse("2027-01-31T00:00:00Z"), made.getExpiresAt());
        same(null, made.getReplaces());

        CreatedKey next = administration.rotateKey(made.getId(), new KeyRotation().graceSeconds(2_592_000L));
        same(KeyState.KEY_STATE_GRACE, next.getReplaces().getState());
        same(next.getId(), next.getReplaces().getReplacedBy());
        same(OffsetDateTime.parse("2026-12-20T12:00:00Z"), next.getReplaces().getEndsAt());
        Key ended = administration.revokeKey(next.getId());
        same(KeyState.KEY_STATE_REVOKED, ended.getState());

        KeyList first = administration.listKeys(2, null);
        same(2, first.getKeys().size());
        KeyList rest = administration.listKeys(2, first.getNextCursor());
        same(1, rest.getKeys().size());
        same(null, rest.getNextCursor());
        same(ProblemCode.PROBLEM_CODE_KEY_NOT_FOUND, problem(failure(() -> administration.revokeKey("key_unknown"))).getCode());
        same(
                ProblemCode.PROBLEM_CODE_KEY_CONFLICT,
                problem(failure(() -> administration.rotateKey(made.getId(), new KeyRotation().graceSeconds(0L))))
                        .getCode());
        AuditEntry newest = administration.listAudit(1, null).getEntries().getFirst();
        same(true, newest.getAction() == AuditAction.AUDIT_ACTION_KEY_REVOKED || newest.getKeyId() != null);
        same(3, administration.listAudit(3, null).getEntries().size());
    }

    private void account() throws Exception {
        Account empty = administration.fetchAccount();
        same(null, empty.getMerchandiseOrServices());
        MerchantInfo merchant = Orders.full("A-1").getReceipt().getMerchantInfo();
        AccountUpdate update = new AccountUpdate().merchantInfo(merchant).merchandiseOrServices(Category.CATEGORY_SERVICES);
        Account replaced = administration.replaceAccount(update, null);
        same(empty.getId(), replaced.getId());
        same(merchant, replaced.getMerchantInfo());
        same(Category.CATEGORY_SERVICES, administration.fetchAccount().getMerchandiseOrServices());
    }

    private void problems(String url) throws Exception {
        Problem missing = problem(failure(() -> orders.fetchOrder("NOBODYS", null, null, null)));
        same(ProblemCode.PROBLEM_CODE_ORDER_NOT_FOUND, missing.getCode());
        same(404, missing.getStatus());
        same("/problems/order-not-found", missing.getType());
        Problem invalid = problem(failure(() -> sightings.track(new Sighting().email("x").ip("10.0.0.1"), null)));
        same(ProblemCode.PROBLEM_CODE_INVALID_REQUEST, invalid.getCode());
        same(
                List.of(FieldErrorCode.FIELD_ERROR_CODE_EMAIL_INVALID, FieldErrorCode.FIELD_ERROR_CODE_IP_NOT_PUBLIC),
                invalid.getErrors().stream().map(e -> e.getCode()).toList());
        ApiClient noKey = new ApiClient();
        noKey.updateBaseUri(url);
        ApiException refused = failure(() -> new OrdersApi(noKey).listOrders(null, null, null, null, null, null, null));
        same(401, refused.getCode());
        same(ProblemCode.PROBLEM_CODE_KEY_MISSING, problem(refused).getCode());
    }

    private Problem problem(ApiException failure) throws Exception {
        return problem(client, failure);
    }

    static Problem problem(ApiClient client, ApiException failure) throws Exception {
        return client.getObjectMapper().readValue(failure.getResponseBody(), Problem.class);
    }

    interface Call {
        Object make() throws ApiException;
    }

    static ApiException failure(Call call) {
        try {
            throw new AssertionError("this did not fail: " + call.make());
        } catch (ApiException failure) {
            return failure;
        }
    }

    static void same(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("expected " + expected + ", but it is " + actual);
        }
    }
}
