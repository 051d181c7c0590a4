package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.Scope;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.Eligibility.Protection;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.DisputeSum.Grouping;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.notification.Endpoint.EndpointState;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.WireNamed;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Platform;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.receipt.Submission;
import org.orderevidence.service.OrderSearch.NearOrder;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.ChangeStore.ChangeType;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.OrderWriter;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** The description lists exactly the codes that the service has, each with its meaning. */
class OpenApiCodesTest {
    private static final JsonNode SCHEMAS = OpenApiCheck.SHARED.root().at("/components/schemas");

    /** The codes of each schema with an enum. */
    private static final Map<String, List<String>> CODES = Map.ofEntries(
            Map.entry("ReasonCode", codes(ReasonCode.all().toArray(ReasonCode[]::new), ReasonCode::wireName)),
            Map.entry("PriorReason", codes(PriorReason.values(), PriorReason::code)),
            Map.entry("ProblemCode", codes(Problem.values(), Problem::code)),
            Map.entry("FieldErrorCode", codes(FaultCode.values(), FaultCode::wireName)),
            Map.entry("EligibilityStatus", codes(Eligibility.Status.values(), Eligibility.Status::wireName)),
            Map.entry("CheckCode", codes(Check.Code.values(), Check.Code::wireName)),
            Map.entry("Profile", codes(Profile.values(), Profile::wireName)),
            Map.entry("EvidenceReader", List.of("issuer")),
            Map.entry("SubmissionFormat", codes(Submission.Format.values(), Submission.Format::wireName)),
            Map.entry("DisputeGrouping", codes(Grouping.values(), Grouping::wireName)),
            Map.entry("ListFormat", List.of("json", "csv")),
            Map.entry("SubmissionInclude", List.of("tracked")),
            Map.entry("SubmissionAs", List.of("form")),
            Map.entry("ReceiptView", List.of("agent", "cardholder")),
            Map.entry(
                    "CredentialConfidence",
                    codes(Eligibility.CredentialConfidence.values(), Eligibility.CredentialConfidence::wireName)),
            Map.entry("ElementName", codes(Element.values(), Element::wireName)),
            Map.entry("ElementState", codes(Eligibility.Comparison.values(), Eligibility.Comparison::wireName)),
            Map.entry("IpSource", codes(Eligibility.IpSource.values(), Eligibility.IpSource::wireName)),
            Map.entry("ProtectionCode", codes(Protection.Code.values(), Protection.Code::wireName)),
            Map.entry("SubmissionGapField", codes(Eligibility.Gap.values(), Eligibility.Gap::wireName)),
            Map.entry("ChargeStatus", codes(Charge.Status.values(), Charge.Status::wireName)),
            Map.entry("PendingKind", codes(PendingContent.Kind.values(), PendingContent.Kind::wireName)),
            Map.entry("ListDirection", List.of("desc", "asc")),
            Map.entry("ChargeType", codes(Charge.Type.values(), Charge.Type::wireName)),
            Map.entry("Category", codes(Charge.Category.values(), Charge.Category::wireName)),
            Map.entry("DisputeStatus", codes(Dispute.Status.values(), Dispute.Status::wireName)),
            Map.entry("UploadOutcome", uploadOutcomes()),
            Map.entry("FactOutcome", factOutcomes()),
            Map.entry("ErasureOutcome", List.of("erased", "kept")),
            Map.entry("ErasureReason", codes(Erasures.Reason.values(), Erasures.Reason::wireName)),
            Map.entry("ChangeOutcome", List.of("updated", "unchanged")),
            Map.entry("KeyScope", codes(Scope.values(), Scope::wireName)),
            Map.entry("NearReason", codes(NearOrder.Reason.values(), NearOrder.Reason::wireName)),
            Map.entry("KeyMode", codes(AccountSpace.Mode.values(), OrderWriter::name)),
            Map.entry("KeyState", codes(KeyRow.State.values(), OrderWriter::name)),
            Map.entry("AuditAction", codes(AuditAction.values(), AuditAction::wireName)),
            Map.entry("ChangeType", codes(ChangeType.values(), ChangeType::wireName)),
            Map.entry("NotificationState", codes(EndpointState.values(), EndpointState::wireName)),
            Map.entry("AuditAbout", List.of("data", "settings")),
            Map.entry("PlatformName", codes(Platform.values(), Platform::wireName)),
            Map.entry("PrivacyTaskKind", codes(PrivacyTask.Kind.values(), PrivacyTask.Kind::wireName)),
            Map.entry("PrivacyTaskState", codes(PrivacyTask.State.values(), OrderWriter::name)),
            Map.entry("PrivacyTaskFilter", List.of("open", "done")),
            Map.entry("KeptReason", List.of("changed", "disputed", "held")),
            Map.entry("CapturedField", codes(CapturedField.values(), CapturedField::wireName)),
            Map.entry("HealthStatus", List.of("ok")),
            Map.entry("MissingReceiptField", emptyReceipt().missing()),
            Map.entry("MissingEvidenceField", emptyReceipt().missingForEvidence()));

    @Test
    void everyEnumHasTheCodesOfTheServiceAndNoOthers() {
        Map<String, List<String>> described = SCHEMAS.propertyStream()
                .filter(schema -> schema.getValue().has("enum"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, schema -> texts(schema.getValue().path("enum"))));

        assertEquals(sorted(CODES), sorted(described));
    }

    @Test
    void everyCodeHasAMeaning() {
        for (Map.Entry<String, JsonNode> schema : SCHEMAS.properties()) {
            List<String> meanings = texts(schema.getValue().path("x-enum-descriptions"));

            assertEquals(schema.getValue().path("enum").size(), meanings.size(), schema::getKey);
            meanings.forEach(meaning -> assertFalse(meaning.isBlank(), schema::getKey));
        }
    }

    private static <E> List<String> codes(E[] values, Function<E, String> name) {
        return Arrays.stream(values).map(name).distinct().toList();
    }

    /**
     * A conflict cannot happen to an upload, too many parts are a rejection, and an unreadable order is a failure.
     * Only disputes wait.
     */
    private static List<String> uploadOutcomes() {
        List<Class<?>> others =
                List.of(OrderOutcome.Conflict.class, OrderOutcome.TooManyParts.class, OrderOutcome.Unreadable.class);
        Stream<String> stored = Arrays.stream(OrderOutcome.class.getPermittedSubclasses())
                .flatMap(outcome ->
                        outcome.isInterface() ? Arrays.stream(outcome.getPermittedSubclasses()) : Stream.of(outcome))
                .filter(outcome -> !others.contains(outcome))
                .map(outcome -> outcome.getSimpleName().toLowerCase(Locale.ROOT));
        return Stream.concat(stored, Stream.of("rejected", "waiting")).toList();
    }

    /** The others are problems. */
    private static List<String> factOutcomes() {
        List<FactOutcome> others =
                List.of(FactOutcome.ORDER_NOT_FOUND, FactOutcome.ERASED, FactOutcome.TOO_MANY, FactOutcome.CONFLICT);
        return Arrays.stream(FactOutcome.values())
                .filter(outcome -> !others.contains(outcome))
                .map(WireNamed::wireName)
                .toList();
    }

    /** What the receipt of an order lacks that has nothing but what is required. */
    private static DigitalReceipt.Completeness emptyReceipt() {
        return DigitalReceipt.of(OrderFixtures.order("A-1"), MerchantInfo.EMPTY).completeness();
    }

    private static Map<String, List<String>> sorted(Map<String, List<String>> codes) {
        return codes.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, e -> e.getValue().stream().sorted().toList(), (a, b) -> a, TreeMap::new));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }
}
