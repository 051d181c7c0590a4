package org.orderevidence.http;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DigitalReceipt;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FetchedOrder;

/** Answers for one order: its evidence, its charge and its digital receipt. */
final class FetchOperation implements Operation {
    private static final int DATE_LENGTH = 10;

    private final EvidenceService service;

    FetchOperation(EvidenceService service) {
        this.service = service;
    }

    @Override
    public Answer answer(Exchange exchange) {
        List<FieldError> errors = new ArrayList<>();
        QueryParameters query = exchange.query();
        LocalDate asOf = asOf(query, errors);
        Profile profile = profile(query, errors);
        if (!errors.isEmpty()) {
            return exchange.invalidParameters(errors);
        }
        exchange.share().hold(RequestMemory.FETCH);
        OrderId id = exchange.orderId();
        Optional<FetchedOrder> fetched =
                id == null ? Optional.empty() : service.fetch(exchange.space(), id, asOf, profile);
        if (fetched.isEmpty()) {
            return exchange.orderNotFound();
        }
        write(exchange, fetched.get());
        String tag = tag(exchange.body());
        return matches(exchange, tag) ? Answer.empty(304, "ETag", tag) : Answer.json(200, "ETag", tag);
    }

    private static void write(Exchange exchange, FetchedOrder fetched) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeName("compellingEvidence");
            EvidenceWriter.write(json, fetched.eligibility());
            json.writeName("charge");
            ChargeWriter.write(json, fetched.order());
            json.writeName("digitalReceipt");
            ReceiptWriter.write(
                    json,
                    DigitalReceipt.of(fetched.order().order(), fetched.account().profile()));
            json.writeEndObject();
        }
    }

    private static @Nullable LocalDate asOf(QueryParameters query, List<FieldError> errors) {
        String text = query.single("asOf", errors);
        if (text == null) {
            return null;
        }
        try {
            LocalDate date = text.length() == DATE_LENGTH ? LocalDate.parse(text) : null;
            if (date != null && date.getYear() >= OrderTime.MIN_YEAR) {
                return date;
            }
        } catch (DateTimeException notADate) {
            // The same fault as a date that is out of range.
        }
        errors.add(QueryParameters.fault(
                "asOf",
                "asOf must be a date that exists, written yyyy-MM-dd, of the years " + OrderTime.MIN_YEAR + " to "
                        + OrderTime.MAX_YEAR));
        return null;
    }

    private static Profile profile(QueryParameters query, List<FieldError> errors) {
        String text = query.single("profile", errors);
        if (text == null) {
            return Profile.VISA;
        }
        return Profile.parse(text).orElseGet(() -> {
            List<String> names =
                    Arrays.stream(Profile.values()).map(Profile::wireName).toList();
            errors.add(QueryParameters.fault("profile", "profile must be " + String.join(" or ", names)));
            return Profile.VISA;
        });
    }

    /**
     * Names the bytes of the body. Two checksums of 32 bits with different polynomials tell answers for one order apart as
     * surely as one of 64, and cost a tenth of a digest; nobody is served another's answer by it, whatever they make of it.
     */
    private static String tag(JsonBuffer body) {
        Checksum first = new CRC32();
        Checksum second = new CRC32C();
        body.addTo(first);
        body.addTo(second);
        return '"' + HexFormat.of().toHexDigits(first.getValue() << Integer.SIZE | second.getValue()) + '"';
    }

    /** RFC 9110, 13.1.2: compared weakly. */
    private static boolean matches(Exchange exchange, String tag) {
        for (String value : exchange.headers("If-None-Match")) {
            for (String each : value.split(",", -1)) {
                String known = each.strip();
                if (known.equals("*") || known.equals(tag) || known.equals("W/" + tag)) {
                    return true;
                }
            }
        }
        return false;
    }
}
