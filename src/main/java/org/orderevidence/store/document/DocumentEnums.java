package org.orderevidence.store.document;

import org.orderevidence.evidence.ElementReading.ElementFault;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;

/** The numbers by which documents name what has a fixed set of names. A number, once given, keeps its meaning. */
final class DocumentEnums {
    private DocumentEnums() {}

    static long number(PlatformObject.Kind kind) {
        return switch (kind) {
            case CHARGE -> 1;
            case OTHER -> 2;
            case STATE -> 3;
            case CREDIT -> 4;
        };
    }

    static PlatformObject.Kind objectKind(long number) {
        for (PlatformObject.Kind kind : PlatformObject.Kind.values()) {
            if (number(kind) == number) {
                return kind;
            }
        }
        throw DocumentReader.malformed();
    }

    static long number(RefundObject.RefundState state) {
        return switch (state) {
            case DONE -> 1;
            case UNDONE -> 2;
        };
    }

    static RefundObject.RefundState refundState(long number) {
        for (RefundObject.RefundState state : RefundObject.RefundState.values()) {
            if (number(state) == number) {
                return state;
            }
        }
        throw DocumentReader.malformed();
    }

    static int number(ElementFault fault) {
        return switch (fault) {
            case IP_INVALID -> 2;
            case IP_NOT_PUBLIC -> 3;
            case DEVICE_ID_TOO_SHORT -> 4;
            case DEVICE_FINGERPRINT_TOO_SHORT -> 5;
            case SHIPPING_ADDRESS_INCOMPLETE -> 6;
            case EMAIL_INVALID -> 7;
            case DEVICE_ID_UNUSABLE -> 8;
            case DEVICE_FINGERPRINT_UNUSABLE -> 9;
            case ACCOUNT_ID_UNUSABLE -> 10;
        };
    }

    static ElementFault elementFault(int number) {
        for (ElementFault fault : ElementFault.values()) {
            if (number(fault) == number) {
                return fault;
            }
        }
        throw DocumentReader.malformed();
    }

    static long number(Dispute.Status status) {
        return switch (status) {
            case OPEN -> 1;
            case WON -> 2;
            case LOST -> 3;
            case WITHDRAWN -> 4;
            case PREVENTED -> 5;
        };
    }

    static Dispute.Status disputeStatus(long number) {
        for (Dispute.Status status : Dispute.Status.values()) {
            if (number(status) == number) {
                return status;
            }
        }
        throw DocumentReader.malformed();
    }
}
