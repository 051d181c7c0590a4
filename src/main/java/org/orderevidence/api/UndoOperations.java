package org.orderevidence.api;

import java.util.Optional;
import org.orderevidence.account.Accounts;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.erasure.Uploads.Undone;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.order.UploadId;
import org.orderevidence.wire.Problem;

/** Lists the uploads with an ID, and undoes them. */
final class UndoOperations {
    private final Uploads uploads;
    private final Accounts accounts;

    UndoOperations(Uploads uploads, Accounts accounts) {
        this.uploads = uploads;
        this.accounts = accounts;
    }

    /** Lists uploads by descending ID. */
    Answer list(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = Cursor.per(query);
        String before = Cursor.of(query, UploadId.FORM);
        // One more than the page has: whether another page follows.
        return query.answer(
                exchange,
                () -> exchange.page(
                        Answers.UPLOADS,
                        uploads.list(exchange.space(), before, per + 1),
                        per,
                        upload -> upload.id().value()));
    }

    /** Undoes an upload. Repeating it continues it, and changes nothing more in the end. */
    Answer undo(Exchange exchange) {
        String id = exchange.parameter("uploadId");
        return AccountOperations.change(
                exchange,
                accounts,
                actor -> (id.matches(UploadId.FORM)
                                ? uploads.undo(actor, exchange.space(), new UploadId(id))
                                : Optional.<Undone>empty())
                        .map(undone -> exchange.object(200, Answers.UNDONE, undone))
                        .orElseGet(() -> exchange.problem(
                                Problem.UPLOAD_NOT_FOUND,
                                "No upload of the last 30 days has this ID. List the uploads with GET"
                                        + " /api/v2/uploads.")));
    }
}
