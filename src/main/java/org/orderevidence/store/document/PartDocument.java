package org.orderevidence.store.document;

import java.util.Currency;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartContent.Moved;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.Upload;
import org.orderevidence.order.part.StatedField;

/**
 * The stored form of what a part states. The same content is always the same bytes, so that two contents are equal
 * exactly when their documents are.
 */
public final class PartDocument {
    private static final int KIND = 'P';

    private static final int UPLOAD = 1;
    private static final int PATCH = 2;
    private static final int OBJECT = 3;
    private static final int REFUND = 4;
    private static final int MOVED = 5;

    private PartDocument() {}

    /**
     * Returns the bytes of a content.
     *
     * @throws IllegalArgumentException if a string has an unpaired surrogate, or the document would be too long:
     *     neither passes the limits of an upload
     */
    public static Bytes encode(PartContent content) {
        return Bytes.wrap(DocumentWriter.document(KIND, DocumentFormat.VERSION, content, PartDocument::write));
    }

    /**
     * Returns the content of these bytes. Tags that this release does not support are skipped.
     *
     * @throws UnreadableDocument if they are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static PartContent decode(Bytes bytes) {
        return DocumentReader.document(KIND, DocumentFormat.VERSION, bytes.toArray(), PartDocument::read);
    }

    private static void write(DocumentWriter to, PartContent content) {
        switch (content) {
            case Upload upload -> to.group(UPLOAD, upload, PartDocument::writeUpload);
            case PatchCell cell -> to.group(PATCH, cell, PartDocument::writeCell);
            case PlatformObject object -> to.group(OBJECT, object, PartDocument::writeObject);
            case RefundObject refund -> to.group(REFUND, refund, PartDocument::writeRefund);
            case Moved(OrderId target) -> to.group(MOVED, target, (group, id) -> group.text(1, id.value()));
        }
    }

    private static PartContent read(DocumentReader from) {
        Upload upload = from.group(UPLOAD, PartDocument::readUpload);
        if (upload != null) {
            return upload;
        }
        PatchCell cell = from.group(PATCH, PartDocument::readCell);
        if (cell != null) {
            return cell;
        }
        PlatformObject object = from.group(OBJECT, PartDocument::readObject);
        if (object != null) {
            return object;
        }
        RefundObject refund = from.group(REFUND, PartDocument::readRefund);
        if (refund != null) {
            return refund;
        }
        return from.requiredGroup(MOVED, group -> new Moved(new OrderId(group.requiredText(1))));
    }

    private static void writeUpload(DocumentWriter to, Upload upload) {
        to.count(1, upload.revision());
        to.group(2, upload.statement(), StatementFields::write);
    }

    private static Upload readUpload(DocumentReader from) {
        return new Upload(from.count(1), from.requiredGroup(2, StatementFields::read));
    }

    private static void writeCell(DocumentWriter to, PatchCell cell) {
        to.text(1, cell.field().wireName());
        to.group(2, cell.value(), StatementFields::write);
        to.group(3, cell.over(), StatementFields::write);
    }

    private static PatchCell readCell(DocumentReader from) {
        return new PatchCell(
                StatedField.named(from.requiredText(1)),
                from.requiredGroup(2, StatementFields::read),
                from.requiredGroup(3, StatementFields::read));
    }

    private static void writeObject(DocumentWriter to, PlatformObject object) {
        to.count(1, DocumentEnums.number(object.kind()));
        to.group(2, object.statement(), StatementFields::write);
        to.text(3, object.method());
    }

    private static PlatformObject readObject(DocumentReader from) {
        return new PlatformObject(
                DocumentEnums.objectKind(from.requiredCount(1)),
                from.requiredGroup(2, StatementFields::read),
                from.text(3));
    }

    private static void writeRefund(DocumentWriter to, RefundObject refund) {
        to.count(1, refund.money().amountMinor());
        to.text(2, refund.money().currency().getCurrencyCode());
        to.count(3, DocumentEnums.number(refund.state()));
        to.text(4, refund.charge());
    }

    private static RefundObject readRefund(DocumentReader from) {
        Money money = new Money(from.requiredCount(1), Currency.getInstance(from.requiredText(2)));
        return new RefundObject(money, DocumentEnums.refundState(from.requiredCount(3)), from.text(4));
    }
}
