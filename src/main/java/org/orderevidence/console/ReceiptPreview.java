package org.orderevidence.console;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.orderevidence.http.Answer;
import org.orderevidence.receipt.ReceiptPage;
import org.orderevidence.receipt.SampleOrder;
import org.orderevidence.receipt.render.PageHeaders;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.wire.AccountProfile;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The receipt of a sample order, which the page of the profile shows in a frame. */
final class ReceiptPreview {
    private static final String FRAMED_FAULTS =
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    private ReceiptPreview() {}

    /** Answers with the receipt under the stored profile. */
    static Answer stored(Visit visit) {
        return switch (Calls.get(visit, ProfilePage.API)) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode account) -> page(visit, account);
        };
    }

    /** Answers with the receipt under the profile that was typed, which is not stored. */
    static Answer typed(Visit visit) {
        Map<String, Object> account = ProfilePage.account(visit.form());
        return page(visit, JsonMapper.shared().valueToTree(account));
    }

    private static Answer page(Visit visit, JsonNode account) {
        return switch (AccountReader.read(account, visit.space().account())) {
            case Read.Bad<AccountProfile> bad -> {
                Answer faults = visit.page(
                        422,
                        "console/settings/previewFaults.jte",
                        Values.heading("Receipt preview"),
                        new PreviewFaults(bad.errors().stream()
                                .map(fault -> PreviewFaults.text(fault.pointer(), fault.detail()))
                                .toList()));
                yield new Answer(faults.status(), faults.contentType(), PageHeaders.of(FRAMED_FAULTS));
            }
            case Read.Good<AccountProfile> good -> {
                AccountProfile profile = good.value();
                ReceiptPage receipt = SampleOrder.receipt(profile.merchantInfo(), profile.showsLogo());
                visit.exchange().body().append(PageHtml.receipt(receipt).getBytes(StandardCharsets.UTF_8));
                yield new Answer(200, "text/html; charset=utf-8", PageHeaders.of(PageHtml.policyInFrame(receipt)));
            }
        };
    }
}
