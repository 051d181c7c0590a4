package org.orderevidence.api;

import static org.orderevidence.wire.AnswerShape.page;
import static org.orderevidence.wire.AnswerShape.part;
import static org.orderevidence.wire.AnswerValue.COUNT;
import static org.orderevidence.wire.AnswerValue.DAY;
import static org.orderevidence.wire.AnswerValue.FLAG;
import static org.orderevidence.wire.AnswerValue.MOMENT;
import static org.orderevidence.wire.AnswerValue.SECOND;
import static org.orderevidence.wire.AnswerValue.code;
import static org.orderevidence.wire.AnswerValue.described;
import static org.orderevidence.wire.AnswerValue.listOf;
import static org.orderevidence.wire.AnswerValue.matching;
import static org.orderevidence.wire.AnswerValue.number;
import static org.orderevidence.wire.AnswerValue.text;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.AuditLog.AuditEntry;
import org.orderevidence.account.AuditLog.Subject;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.account.Retention;
import org.orderevidence.erasure.Uploads.Kept;
import org.orderevidence.erasure.Uploads.Undone;
import org.orderevidence.erasure.Uploads.Upload;
import org.orderevidence.evidence.Disagreement;
import org.orderevidence.integration.AlarmRule.CaptureAlarm;
import org.orderevidence.integration.CaptureDay;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.Connector.PlatformSwitch;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.UploadId;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.receipt.DisputeEvidence;
import org.orderevidence.receipt.Submission;
import org.orderevidence.service.DisputeQueue.QueuedDispute;
import org.orderevidence.service.DisputeQueue.Verdict;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.ReceiptLinks.ReceiptLink;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.webhook.EventCounts;
import org.orderevidence.webhook.IntegrationAdministration.IntegrationStatus;
import org.orderevidence.webhook.IntegrationAdministration.Replayed;
import org.orderevidence.webhook.Platforms;
import org.orderevidence.wire.AnswerShape;
import org.orderevidence.wire.AnswerShape.Page;
import org.orderevidence.wire.AnswerValue;
import org.orderevidence.wire.OrderWriter;

/** The objects in answers of the administration, each declared with all its fields and what they mean. */
final class Answers {
    /** The longest cursor of the list of what waits for its order: a key of 920 bytes. */
    static final int MAX_CURSOR = 1_300;

    private static final AnswerValue<String> KEY_ID = matching("^[a-z0-9_]+$", 64);
    private static final AnswerValue<String> ID = matching("^[a-z0-9_]+$", 32);
    private static final AnswerValue<String> ACCOUNT_ID = matching("^[a-z0-9_-]+$", 64);
    private static final AnswerValue<String> AUDIT_ID = matching("^[0-9a-f]{24}$");
    private static final AnswerValue<String> EVENT_ID = matching("^[0-9a-f]{34}$");
    private static final AnswerValue<String> UPLOAD_ID = matching("^" + UploadId.FORM + "$", 64);
    private static final AnswerValue<OrderId> ORDER_ID =
            text(OrderId.MAX_LENGTH).of(OrderId::value);
    private static final AnswerValue<String> SHORT = text(IntegrationSettings.MAX_LENGTH);
    private static final AnswerValue<Number> EVENTS = number(0, 1_000_000_000_000L);
    private static final AnswerValue<Number> ORDERS = number(0, 1_000_000);

    static final AnswerShape<String> HEALTH = new AnswerShape<String>("Health")
            .means("The state of the service.")
            .has("status", described("HealthStatus"), state -> state, "The state.");

    static final AnswerShape<KeyAt> KEY = new AnswerShape<KeyAt>("Key")
            .means("An API key, without the key itself.")
            .has("id", KEY_ID, key -> key.info.id(), "The public ID of the key.")
            .mayHave("label", text(KeySpec.MAX_LABEL), key -> key.info.label(), "Your name for the key, if it has one.")
            .has("mode", code("KeyMode"), key -> key.info.space().mode(), "Which data the key can access.")
            .has("scopes", listOf(described("KeyScope"), 4), KeyAt::scopes, "What the key may do.")
            .has("state", code("KeyState"), key -> key.info.state(key.now), "Whether the key is valid.")
            .has("createdAt", SECOND, key -> key.info.createdAt(), "When the key was created, in whole seconds.")
            .mayHave("expiresAt", SECOND, key -> key.info.expiresAt(), "When the key expires. Left out if never.")
            .mayHave("endsAt", SECOND, key -> key.info.endsAt(), "From when it is refused. Left out if it has no end.")
            .mayHave("replacedBy", KEY_ID, key -> key.info.replacedBy(), "ID of the key that replaces it, if one does.")
            .mayHave("lastUsedOn", DAY, key -> key.info.lastUsedOn(), "Day (UTC) of the last use. Left out if none.");

    static final AnswerShape<NewKey> NEW_KEY = new AnswerShape<NewKey>("CreatedKey")
            .means("A new API key, with the key itself.")
            .has("key", text(ApiKey.MAX_LENGTH), made -> made.key.text(), "The key itself. It cannot be shown again.")
            .hasAll(KEY, NewKey::info)
            .mayHave("replaces", KEY, NewKey::replaced, "The key that it replaces. Left out if it replaces none.");

    static final AnswerShape<Page<KeyAt>> KEYS = page("KeyList", "keys", KEY, KEY_ID);

    static final AnswerShape<Account> ACCOUNT = new AnswerShape<Account>("Account")
            .means("An account: a merchant.")
            .has("id", ACCOUNT_ID, Account::id, "The ID of the account.")
            .has("createdAt", SECOND, Account::createdAt, "When the account was created, in whole seconds.")
            .has("merchantInfo", described("MerchantInfo", OrderWriter::writeMerchant), Account::profile)
            .means("The merchant, for receipts of orders that do not state it.")
            .mayHave("merchandiseOrServices", code("Category"), Account::defaultCategory)
            .means("What is sold, for orders that do not state it. Left out if not set.")
            .has("showLogo", FLAG, Account::showsLogo, "True if receipt pages show the logo as an image.")
            .mayHave("retentionDays", number(0, Retention.MOST_DAYS), Account::retentionDays)
            .means(
                    "How many days orders and sightings are stored; 0 means no limit. Left out for the setting of the installation.");

    private static final AnswerShape<AuditEntry> AUDIT_ENTRY = new AnswerShape<AuditEntry>("AuditEntry")
            .means("A sign-in, a change of settings or of data, or an export.")
            .has("id", AUDIT_ID, entry -> entry.row().id(), "The ID of the entry.")
            .has("at", SECOND, entry -> entry.row().at(), "When it was done, in whole seconds.")
            .has("actor", text(64), entry -> entry.row().actor())
            .means("Who did it: ID of a key, `cli` for the operator, or `service`.")
            .mayHave("actorName", text(KeySpec.MAX_LABEL), AuditEntry::actorName, "The label of this key now.")
            .has("action", described("AuditAction"), entry -> entry.row().action())
            .means("What was done.")
            .mayHave("keyId", KEY_ID, entry -> entry.changed(Subject.KEY))
            .means("The key that was changed, if one was.")
            .mayHave("newKeyId", KEY_ID, entry -> entry.part(Subject.KEY))
            .means("The key that replaces it, if one does.")
            .mayHave("integrationId", ID, entry -> entry.changed(Subject.INTEGRATION))
            .means("The integration that was changed.")
            .mayHave("taskId", EVENT_ID, entry -> entry.part(Subject.INTEGRATION))
            .means("The task of the integration that was done.")
            .mayHave("uploadId", UPLOAD_ID, entry -> entry.changed(Subject.UPLOAD))
            .means("The upload that was undone.")
            .mayHave("orderId", text(200), AuditEntry::orderId, "The order that was changed or exported.")
            .mayHave("fields", text(4_000), entry -> entry.part(Subject.FIELDS))
            .means("The fields of the order that were changed, separated by commas.")
            .mayHave("factId", text(200), entry -> entry.part(Subject.FACT))
            .means("The dispute or fraud report of the order.")
            .mayHave("linkId", text(64), entry -> entry.part(Subject.LINK))
            .means("The receipt link that was created or revoked.")
            .mayHave("submission", text(400), entry -> entry.part(Subject.SUBMISSION))
            .means("What was exported: the format, the dispute, the version of the order, and the SHA-256.");

    static final AnswerShape<Page<AuditEntry>> AUDIT_LOG = page("AuditLog", "entries", AUDIT_ENTRY, AUDIT_ID);

    private static final AnswerShape<Submission.File> SUBMITTED_FILE = new AnswerShape<Submission.File>(
                    "SubmissionFile")
            .means("A PDF to upload at the processor.")
            .has("field", text(64), Submission.File::field, "The field of the processor that takes the ID of the file.")
            .has("content", text(2_000_000), Submission.File::content, "The PDF in base64.");

    private static final AnswerShape<Submission.LeftOut> LEFT_OUT = new AnswerShape<Submission.LeftOut>(
                    "LeftOutElement")
            .means("Data of the disputed order that is not sent.")
            .has("element", described("ElementName"), left -> left.element().wireName(), "Which data.")
            .has("why", text(400), Submission.LeftOut::why, "Why it is not sent.");

    static final AnswerShape<Made> SUBMISSION = new AnswerShape<Made>("Submission")
            .means("The evidence for a dispute in the form of a processor.")
            .has("format", code("SubmissionFormat"), Made::format, "The form.")
            .has("ready", FLAG, _ -> true, "Always true. If something is missing, the response is 409 `not_ready`.")
            .mayHave("dispute", text(OrderId.MAX_LENGTH), made -> part(made.evidence.dispute(), Dispute::disputeId))
            .means("The ID of the dispute. Left out if none is recorded.")
            .has("evidence", described("SubmissionEvidence", Answers::writeTree), made -> made.submission.evidence())
            .means("What the processor takes.")
            .has("files", listOf(SUBMITTED_FILE, 1), made -> made.submission.files())
            .means("Files that the processor takes separately.")
            .has("leftOut", listOf(LEFT_OUT, 10), made -> made.submission.leftOut())
            .means("Data of the disputed order that is not sent, because it is not the same on all three orders.")
            .has("notes", listOf(described("SubmissionNote"), 10), made -> made.submission.notes())
            .means("What to add, and what to know before you send it.")
            .has("ruleVersion", text(64), made -> made.evidence.eligibility().ruleVersion(), "The version of the rule.")
            .has("asOf", DAY, made -> made.evidence.eligibility().asOf(), "The day of the dispute.")
            .has("sha256", matching("^[0-9a-f]{64}$"), Made::sha256, "SHA-256 of `evidence`. The audit log has it.");

    /** Writes maps, lists, strings and booleans. */
    static void writeTree(JsonWriter json, Object value) {
        switch (value) {
            case Map<?, ?> fields -> {
                json.writeStartObject();
                fields.forEach((name, each) -> {
                    json.writeName(String.valueOf(name));
                    writeTree(json, each);
                });
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(each -> writeTree(json, each));
                json.writeEndArray();
            }
            case Boolean flag -> json.writeBoolean(flag);
            default -> json.writeString(value.toString());
        }
    }

    static final AnswerShape<NewLink> NEW_LINK = new AnswerShape<NewLink>("CreatedReceiptLink")
            .means("A new link. Its address is only in this response.")
            .has("id", ID, made -> made.link.id(), "The ID of the link, to revoke it. It does not open anything.")
            .has("url", AnswerValue.uri(300), NewLink::url, "The address. Anyone who has it can open the receipt.")
            .has("expiresAt", MOMENT, made -> made.link.expiresAt(), "From when the link is refused.");

    static final AnswerShape<ReceiptLink> LINK = new AnswerShape<ReceiptLink>("ReceiptLink")
            .means("A link without its address, which is not stored.")
            .has("id", ID, ReceiptLink::id, "The ID of the link.")
            .has("createdAt", MOMENT, ReceiptLink::createdAt, "When the link was made.")
            .has("expiresAt", MOMENT, ReceiptLink::expiresAt, "From when the link is refused.");

    static final AnswerShape<List<ReceiptLink>> LINKS = new AnswerShape<List<ReceiptLink>>("ReceiptLinkList")
            .means("The links of an order that can be opened.")
            .has("links", listOf(LINK, 50), links -> links, "The links, oldest first.");

    private static final AnswerShape<PendingFacts.Listed> PENDING_FACT = new AnswerShape<PendingFacts.Listed>(
                    "PendingFact")
            .means("Something that waits for its order.")
            .has("kind", code("PendingKind"), listed -> listed.fact().content().kind())
            .means("What waits.")
            .has("id", text(900), listed -> id(listed.fact()), "Its ID at the source.")
            .has("reference", text(128), listed -> listed.fact().referenceText().value())
            .means("What leads to the order: its ID, the processor's ID of the charge, an ARN or a network"
                    + " transaction ID.")
            .has("source", text(128), listed -> listed.fact().source().name())
            .means("The source: the platform, a colon and the ID of the integration.")
            .has("since", MOMENT, listed -> listed.fact().since(), "When it was stored.")
            .mayHave("ambiguous", FLAG, listed -> listed.ambiguous() ? true : null)
            .means("True if several orders have the reference. The entry is joined when only one has it.");

    static final AnswerShape<Page<PendingFacts.Listed>> PENDING =
            page("PendingList", "pending", PENDING_FACT, text(MAX_CURSOR));

    private static final AnswerShape<Disagreement> DISAGREEMENT = new AnswerShape<Disagreement>("DisputeDisagreement")
            .means("Both verdicts, if the processor disagrees with the profile `stripe`.")
            .has(
                    "ours",
                    CoverageOperations.VERDICT,
                    Disagreement::ours,
                    "The verdict of the profile `stripe` for the day of the dispute.")
            .has("processors", CoverageOperations.VERDICT, Disagreement::processors, "The verdict of the processor.")
            .has("requiredActions", listOf(described("RequiredAction"), 50), Disagreement::requiredActions)
            .means("What the processor requires.");

    private static final AnswerShape<QueuedDispute> QUEUED_DISPUTE = new AnswerShape<QueuedDispute>("QueuedDispute")
            .means("A dispute of one of your orders, and whether you could send compelling evidence.")
            .has("orderId", ORDER_ID, QueuedDispute::order, "The ID of the order.")
            .has("dispute", described("ChargeDispute", Answers::write), QueuedDispute::dispute, "The dispute.")
            .mayHave("daysLeft", number(-4_000_000, 4_000_000), QueuedDispute::daysLeft)
            .means("Days from today (UTC) to the deadline; negative if it has passed. Left out without deadline.")
            .mayHave("verdict", CoverageOperations.VERDICT, queued -> part(queued.verdict(), Verdict::status))
            .means("The verdict for the day of the dispute. Left out if it is not about fraud.")
            .mayHave("ready", FLAG, queued -> part(queued.verdict(), Verdict::ready))
            .means("True if it is eligible and nothing is missing. Left out with the verdict.")
            .has("missing", listOf(described("MissingItem"), 100), QueuedDispute::missing)
            .means("What is missing: reasons of the verdict, and fields that a submission needs.")
            .mayHave("disagreement", DISAGREEMENT, QueuedDispute::disagreement)
            .means("Only with `disagrees=true`.")
            .mayHave("brand", text(64), queued -> part(queued.card().brand(), Brand::name), "Brand of the card.")
            .mayHave("last4", matching("^[0-9]{4}$"), queued -> queued.card().last4(), "Last digits of the card.");

    static final AnswerShape<Page<QueuedDispute>> DISPUTES =
            page("DisputeQueue", "disputes", QUEUED_DISPUTE, text(MAX_CURSOR));

    private static void write(JsonWriter json, Dispute dispute) {
        json.writeStartObject();
        OrderWriter.writeDispute(json, dispute);
        json.writeEndObject();
    }

    static final AnswerShape<CaptureDay.Rate> RATE = rate();

    static final AnswerShape<CaptureAlarm> ALARM = new AnswerShape<CaptureAlarm>("CaptureAlarm")
            .means("Orders that were paid in one way have a field much less often than before.")
            .has("source", text(80), alarm -> alarm.path().source(), "Where the orders came from, as in the rates.")
            .has("method", ID, alarm -> alarm.path().method(), "How they were paid.")
            .has("field", code("CapturedField"), CaptureAlarm::field, "What they lack.")
            .has("since", DAY, CaptureAlarm::since, "The first day of the drop.")
            .has("recentOrders", ORDERS, CaptureAlarm::recentOrders, "How many recent orders were compared.")
            .has("recentHaving", ORDERS, CaptureAlarm::recentHaving, "How many of them have the field.")
            .has("usualOrders", ORDERS, CaptureAlarm::usualOrders, "How many orders of the 28 days before.")
            .has("usualHaving", ORDERS, CaptureAlarm::usualHaving, "How many of these have the field.")
            .has("detail", text(400), CaptureAlarm::sentence, "The alarm as a sentence.");

    static final AnswerShape<Integration> INTEGRATION = integration();

    static final AnswerShape<Page<Integration>> INTEGRATIONS = page("IntegrationList", "integrations", INTEGRATION, ID);

    private static final AnswerShape<Map.Entry<String, Long>> UNMAPPED = new AnswerShape<Map.Entry<String, Long>>(
                    "UnmappedCount")
            .means("The events of a day that changed nothing for one reason.")
            .has("reason", matching("^[a-z_]*$", 40), Map.Entry::getKey, "Why, as in the list of events.")
            .has("events", EVENTS, Map.Entry::getValue, "How many events.");

    private static final AnswerShape<Map.Entry<LocalDate, EventCounts.Day>> EVENT_DAY = new AnswerShape<
                    Map.Entry<LocalDate, EventCounts.Day>>("EventDay")
            .means("The events that were received on a day.")
            .has("day", DAY, Map.Entry::getKey, "The UTC day.")
            .has("received", EVENTS, day -> day.getValue().received(), "How many were received, without duplicates.")
            .has("waiting", EVENTS, day -> day.getValue().waiting(), "How many of them are not mapped yet.")
            .has("unmapped", listOf(UNMAPPED, 40), day -> entries(day.getValue().unmapped()))
            .means("How many of them changed nothing, by reason.");

    private static final AnswerShape<PlatformSwitch> SWITCH = new AnswerShape<PlatformSwitch>("SwitchOff")
            .means("A setting of the platform that seems to be off.")
            .has("field", text(64), PlatformSwitch::field, "The platform's name of the field that no order has.")
            .has("place", text(200), PlatformSwitch::place, "The menu of the platform, or what to do.");

    static final AnswerShape<IntegrationStatus> INTEGRATION_STATUS = new AnswerShape<IntegrationStatus>(
                    "IntegrationStatus")
            .means("An integration with its tasks, events and orders.")
            .hasAll(INTEGRATION, IntegrationStatus::integration)
            .has("openTasks", number(0, 1_000), status -> status.tasks().open(), "Open tasks about personal data.")
            .has("overdueTasks", number(0, 1_000), status -> status.tasks().overdue(), "How many of them are late.")
            .mayHave("lastEventAt", SECOND, status -> part(status.events().last(), EventCounts.Last::at))
            .means("When the newest stored event was received. Left out if none is stored.")
            .mayHave(
                    "lastEventType", text(2_000), status -> part(status.events().last(), EventCounts.Last::type))
            .means("The type of this event. Left out if it states none.")
            .has("eventsEstimated", FLAG, status -> status.events().isEstimated())
            .means("True if the numbers of events are estimates: there are many, or the store is slow.")
            .has(
                    "eventDays",
                    listOf(EVENT_DAY, 30),
                    status -> entries(status.events().days()))
            .means("Its stored events by the day they were received, the oldest first. Events are stored for 28 days.")
            .has("captureRates", listOf(RATE, 400), IntegrationStatus::rates)
            .means("Its orders of the last 35 days by transaction day and way of payment, the oldest first.")
            .has("alarms", listOf(ALARM, 60), IntegrationStatus::alarms)
            .means("What its orders have much less often than in the 28 days before.")
            .has("switchesOff", listOf(SWITCH, 10), IntegrationStatus::switches)
            .means("Settings that seem to be off: none of at least 10 orders of the last 35 days has their field.");

    private static final AnswerShape<UnmappedEvent> UNMAPPED_EVENT = new AnswerShape<UnmappedEvent>("IntegrationEvent")
            .means("An event that changed nothing, without its body.")
            .has("id", EVENT_ID, UnmappedEvent::id, "The ID to replay it. It is not the ID at the platform.")
            .mayHave("type", text(2_000), UnmappedEvent::type, "The platform's name of what happened, if any.")
            .has("reason", matching("^[a-z_]+$", 40), UnmappedEvent::reason)
            .means("Why it changed nothing, such as `unknown_type`. docs/integrations.md lists the reasons.")
            .has("detail", text(4_000), UnmappedEvent::detail, "What is wrong, for people.")
            .has("receivedAt", SECOND, UnmappedEvent::receivedAt, "When it was stored, in whole seconds.")
            .has("since", SECOND, UnmappedEvent::since, "When it was found that it changes nothing.");

    static final AnswerShape<Page<UnmappedEvent>> UNMAPPED_EVENTS =
            page("IntegrationEventList", "events", UNMAPPED_EVENT, EVENT_ID);

    static final AnswerShape<Replayed> REPLAYED = new AnswerShape<Replayed>("ReplayAnswer")
            .means("How many events are mapped again.")
            .has("replayed", number(0, 100), Replayed::events, "How many events are mapped again.")
            .mayHave("nextCursor", EVENT_ID, Replayed::next, "Send it as `cursor` to continue. Left out at the end.");

    private static final AnswerShape<PrivacyTask.NamedOrder> TASK_ORDER = new AnswerShape<PrivacyTask.NamedOrder>(
                    "PrivacyTaskOrder")
            .means("An order that a request about personal data names.")
            .has("reference", text(128), PrivacyTask.NamedOrder::reference, "The platform's ID of the order.")
            .mayHave("orderId", ORDER_ID, PrivacyTask.NamedOrder::orderId)
            .means("The ID of the order here. Left out if there was none when the request arrived.");

    static final AnswerShape<TaskAt> TASK = new AnswerShape<TaskAt>("PrivacyTask")
            .means("A request of a shop platform about personal data.")
            .has("id", EVENT_ID, at -> at.task.id(), "The ID of the task.")
            .has("integrationId", ID, at -> at.task.integration(), "The integration that received the request.")
            .has("kind", code("PrivacyTaskKind"), at -> at.task.kind(), "What the platform requests.")
            .has("state", code("PrivacyTaskState"), at -> at.task.state(at.now), "Whether the task is done.")
            .has("shop", text(255), at -> at.task.shop(), "The domain of the shop.")
            .has("receivedAt", SECOND, at -> at.task.receivedAt(), "When the request was stored, in whole seconds.")
            .has("dueAt", SECOND, at -> at.task.dueAt(), "Until when it must be done: 30 days after the request.")
            .mayHave("doneAt", SECOND, at -> part(at.task.done(), PrivacyTask.Done::at), "When it was done, if it is.")
            .mayHave("doneBy", text(64), at -> part(at.task.done(), PrivacyTask.Done::by))
            .means("Who marked it as done: ID of a key, `cli` for the operator, or `service`. Left out if it is open.")
            .mayHave("customerId", text(2_000), at -> at.subject(PrivacyTask.Subject::id))
            .means("The platform's ID of the customer, if it was sent. Left out when the task is done.")
            .mayHave("customerEmail", text(2_000), at -> at.subject(PrivacyTask.Subject::email))
            .means("The e-mail address of the customer, if it was sent. Left out when the task is done.")
            .mayHave("customerPhone", text(2_000), at -> at.subject(PrivacyTask.Subject::phone))
            .means("The telephone number of the customer, if it was sent. Left out when the task is done.")
            .has("orders", listOf(TASK_ORDER, PrivacyTask.MAX_ORDERS), at -> at.task.orders())
            .means("The orders that the request names. Empty for a whole shop, and when the task is done.");

    static final AnswerShape<Page<TaskAt>> TASKS = page("PrivacyTaskList", "tasks", TASK, EVENT_ID);

    private static final AnswerShape<Upload> STORED_UPLOAD = new AnswerShape<Upload>("StoredUpload")
            .means("An upload of the last 30 days that has an ID.")
            .has("id", UPLOAD_ID, upload -> upload.id().value(), "The ID of the upload, to undo it.")
            .has("startedAt", MOMENT, Upload::startedAt, "When its first orders arrived.")
            .has("orders", EVENTS, Upload::orders, "How many valid orders were sent.")
            .has("created", EVENTS, Upload::created, "How many orders it has created.")
            .mayHave("undoneAt", MOMENT, Upload::undoneAt)
            .means("When its undo started. Left out if it was not undone.");

    static final AnswerShape<Page<Upload>> UPLOADS = page("UploadList", "uploads", STORED_UPLOAD, UPLOAD_ID);

    private static final AnswerShape<Kept> KEPT = new AnswerShape<Kept>("KeptOrder")
            .means("An order that the upload has created, and that stays.")
            .has("id", ORDER_ID, Kept::id, "The ID of the order.")
            .has("reason", code("KeptReason"), Kept::reason, "Why it stays.");

    static final AnswerShape<Undone> UNDONE = new AnswerShape<Undone>("UndoAnswer")
            .means("What a request to undo an upload has done.")
            .has("removed", COUNT, Undone::removed, "How many orders this request has removed.")
            .has("kept", listOf(KEPT, 2_000), Undone::kept)
            .means("The orders that this request has found, and that stay.")
            .has("complete", FLAG, Undone::isComplete)
            .means("False if there are more orders: repeat the request. Otherwise the service continues after five"
                    + " minutes.");

    /** The objects that contain all others. */
    static final List<AnswerShape<?>> ALL = List.of(
            HEALTH,
            KEYS,
            NEW_KEY,
            ACCOUNT,
            AUDIT_LOG,
            NEW_LINK,
            LINKS,
            PENDING,
            DISPUTES,
            CoverageOperations.STATS,
            SUBMISSION,
            INTEGRATIONS,
            INTEGRATION_STATUS,
            UNMAPPED_EVENTS,
            REPLAYED,
            TASKS,
            UPLOADS,
            UNDONE,
            NotificationOperations.CHANGES,
            NotificationOperations.NOTIFICATIONS,
            CoverageOperations.ORDERS,
            CoverageOperations.coverage(CoverageOperations.EXAMPLES));

    private Answers() {}

    /** A key with its state at a time. */
    record KeyAt(KeyRow info, Instant now) {
        private List<String> scopes() {
            return info.scopes().stream().sorted().toList();
        }
    }

    record NewKey(ApiKey key, KeyAt info, @Nullable KeyAt replaced) {}

    record NewLink(ReceiptLink link, String url) {}

    record Made(Submission.Format format, Submission submission, DisputeEvidence evidence, String sha256) {}

    /** A task with its state at a time. */
    record TaskAt(PrivacyTask task, Instant now) {
        private @Nullable String subject(Function<PrivacyTask.Subject, @Nullable PersonalText> value) {
            return part(part(task.subject(), value), PersonalText::value);
        }
    }

    private static <K, V> List<Map.Entry<K, V>> entries(Map<K, V> map) {
        return List.copyOf(map.entrySet());
    }

    /** The source's own id: the key of a refund also has the source, which no two sources share. */
    private static String id(PendingFact fact) {
        return fact.content() instanceof PendingContent.OfRefund(Part refund)
                ? refund.key().object()
                : fact.key().id();
    }

    private static AnswerShape<CaptureDay.Rate> rate() {
        AnswerValue<Number> count = number(0, 10_000);
        AnswerShape<CaptureDay.Rate> rate = new AnswerShape<CaptureDay.Rate>("CaptureRate")
                .means(
                        "The orders of a transaction day that were paid in one way, and how many of them have what evidence"
                                + " needs. Declined, recurring and in-store payments are left out.")
                .has("day", DAY, CaptureDay.Rate::day, "The UTC day of the transactions.")
                .has("source", text(80), each -> each.path().source())
                .means("Where the orders came from: `upload`, or platform and ID of an integration, such as"
                        + " `stripe:a2b3c4d5e6f7`. An order with several sources counts for each.")
                .has("method", ID, each -> each.path().method(), "`card`, a wallet such as `apple_pay`, or `other`.")
                .has("orders", count, each -> each.count().orders(), "How many orders, at most 10,000 of a day.");
        for (CapturedField field : CapturedField.values()) {
            String means = "How many have a usable " + field.words() + ".";
            rate.has(field.wireName(), count, each -> each.count().having(field), means);
        }
        return rate;
    }

    private static AnswerShape<Integration> integration() {
        AnswerShape<Integration> shape = new AnswerShape<Integration>("Integration")
                .means("An account of a platform that is connected, without its secrets.")
                .has("id", ID, Integration::id, "The ID of the integration. It is an address, not a secret.")
                .has("platform", code("PlatformName"), Integration::platform, "Who sends the webhooks.")
                .has("account", ACCOUNT_ID, each -> each.space().account(), "The account that has its orders.")
                .has("mode", code("KeyMode"), each -> each.space().mode(), "Which events it receives.")
                .has("path", text(100), Integration::path, "Where the platform sends webhooks, after the address.")
                .has("createdAt", SECOND, Integration::createdAt, "When it was added, in whole seconds.")
                .has("orderIdPrefix", SHORT, each -> each.settings().orderIdPrefix(), "The text before each order ID.");
        for (Connector platform : Platforms.all()) {
            for (PlatformSetting setting : platform.about().settings()) {
                if (setting.usual() == null) {
                    shape.has(setting.name(), FLAG, each -> each.settings().has(setting));
                } else {
                    shape.has(setting.name(), SHORT, each -> each.settings().text(setting));
                }
                shape.means(platform.about().title() + ": " + setting.help() + ".");
            }
        }
        return shape.has("secrets", number(1, 2), each -> each.secrets().previous() == null ? 1 : 2)
                .means("How many secrets are valid: 2 from a rotation until its end.");
    }
}
