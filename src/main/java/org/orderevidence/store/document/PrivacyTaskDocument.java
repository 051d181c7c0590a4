package org.orderevidence.store.document;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PersonalText;

/** The stored form of a task about personal data. */
public final class PrivacyTaskDocument {
    private static final int KIND = 'T';

    private PrivacyTaskDocument() {}

    /** Returns the bytes of a task. */
    public static byte[] encode(PrivacyTask task) {
        return DocumentWriter.document(KIND, DocumentFormat.VERSION, task, PrivacyTaskDocument::write);
    }

    /**
     * Returns a task.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static PrivacyTask decode(byte[] bytes) {
        return DocumentReader.document(KIND, DocumentFormat.VERSION, bytes, PrivacyTaskDocument::read);
    }

    private static void write(DocumentWriter to, PrivacyTask task) {
        to.text(1, task.integration());
        to.text(2, task.id());
        to.text(3, task.kind().wireName());
        to.text(4, task.shop());
        to.count(5, task.receivedAt().toEpochMilli());
        to.group(6, task.subject(), PrivacyTaskDocument::writeSubject);
        for (PrivacyTask.NamedOrder order : task.orders()) {
            to.group(7, order, PrivacyTaskDocument::writeOrder);
        }
        to.group(8, task.done(), PrivacyTaskDocument::writeDone);
    }

    private static void writeSubject(DocumentWriter to, PrivacyTask.Subject subject) {
        to.text(1, value(subject.id()));
        to.text(2, value(subject.email()));
        to.text(3, value(subject.phone()));
    }

    private static @Nullable String value(@Nullable PersonalText text) {
        return text == null ? null : text.value();
    }

    private static void writeOrder(DocumentWriter to, PrivacyTask.NamedOrder order) {
        OrderId id = order.orderId();
        to.text(1, order.reference());
        to.text(2, id == null ? null : id.value());
    }

    private static void writeDone(DocumentWriter to, PrivacyTask.Done done) {
        to.count(1, done.at().toEpochMilli());
        to.text(2, done.by());
    }

    private static PrivacyTask read(DocumentReader from) {
        String integration = from.requiredText(1);
        String id = from.requiredText(2);
        String kind = from.requiredText(3);
        String shop = from.requiredText(4);
        Instant receivedAt = Instant.ofEpochMilli(from.requiredCount(5));
        return new PrivacyTask(
                integration,
                id,
                Arrays.stream(PrivacyTask.Kind.values())
                        .filter(each -> each.wireName().equals(kind))
                        .findFirst()
                        .orElseThrow(DocumentReader::malformed),
                shop,
                from.group(6, PrivacyTaskDocument::readSubject),
                from.groups(7, PrivacyTask.MAX_ORDERS, PrivacyTaskDocument::readOrder),
                receivedAt,
                from.group(8, PrivacyTaskDocument::readDone));
    }

    private static PrivacyTask.Subject readSubject(DocumentReader from) {
        return new PrivacyTask.Subject(personal(from.text(1)), personal(from.text(2)), personal(from.text(3)));
    }

    private static @Nullable PersonalText personal(@Nullable String text) {
        return text == null ? null : new PersonalText(text);
    }

    private static PrivacyTask.NamedOrder readOrder(DocumentReader from) {
        String reference = from.requiredText(1);
        String id = from.text(2);
        return new PrivacyTask.NamedOrder(reference, id == null ? null : new OrderId(id));
    }

    private static PrivacyTask.Done readDone(DocumentReader from) {
        return new PrivacyTask.Done(Instant.ofEpochMilli(from.requiredCount(1)), from.requiredText(2));
    }
}
