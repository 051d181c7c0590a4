package org.orderevidence.console;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.FileUpload.UploadResult;
import org.orderevidence.console.Frame.Notice;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.WorkTurns;
import org.orderevidence.http.limits.Places;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.UploadId;
import org.orderevidence.order.WireNamed;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.upload.Amounts;
import org.orderevidence.upload.CsvOptions;
import org.orderevidence.upload.CsvOptions.Advice;
import org.orderevidence.upload.CsvPreview;
import org.orderevidence.upload.CsvRows;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.Records.CsvFormat;
import org.orderevidence.upload.UnusableInput;

/** The page that uploads a file, its preview of columns, and the result. */
public final class UploadPages {
    /** Heap for reading a file: its buffers, one record, a batch with its cells, and the rejected records. */
    private static final long MEMORY = 6L * 1024 * 1024;

    /** Longest file, unpacked. Longer files are uploaded with the command. */
    private static final long MOST_BYTES = 1L << 30;

    private static final String API = "/api/v2/orders/upload?upload=";
    private static final String TEMPLATE = "console/upload/upload.jte";
    private static final String TITLE = "Upload";
    private static final String NO_FILE = "Select a file first.";
    private static final int MOST_COLUMNS = 500;
    private static final String TOO_MANY_COLUMNS = "The file has more than " + MOST_COLUMNS
            + " columns. Remove those that are not needed, or use the command ./evidence orders upload.";

    private UploadPages() {}

    /** Adds the pages. Each needs the scope write. */
    static void addTo(PageRoutes pages, EvidenceService service) {
        pages.addSection("Upload", "/console/upload", Scope.WRITE, visit -> page(visit, 200, UploadModel.START))
                .addFile(
                        "/console/upload",
                        Scope.WRITE,
                        visit -> upload(visit, UploadId.of(service.now(), new SecureRandom())))
                // A page that was loaded again after a preview.
                .add("/console/upload/preview", "GET", Scope.WRITE, _ -> Visit.redirect("/console/upload"))
                .addFile("/console/upload/preview", Scope.WRITE, UploadPages::preview);
        addEarlier(pages);
    }

    private static Answer page(Visit visit, int status, UploadModel model) {
        return visit.page(status, TEMPLATE, TITLE, null, model);
    }

    /** Returns the page with what was selected and written, so that the visitor can correct it. */
    private static Answer wrong(Visit visit, Form form, String error) {
        return page(visit, 422, new UploadModel(selected(form), "", error, form, UploadModel.Outlook.NONE));
    }

    /** Returns what a CSV file does not say itself. */
    private static CsvOptions.Answers answers(Form form) {
        return CsvOptions.Answers.of(
                form.text("currency"), form.text("zone"), form.text("date-format"), form.text("encoding"));
    }

    private static Answer preview(Visit visit) {
        Form form = visit.form();
        if (form.fileName().isEmpty()) {
            return wrong(visit, form, NO_FILE);
        }
        visit.exchange().share().hold(MEMORY);
        try {
            byte[] start = form.file().readNBytes(PreviewReader.START_BYTES);
            skip(form.file());
            PreviewReader.Start read;
            try (Places.Place _ = visit.exchange().turn()) {
                read = PreviewReader.read(start, answers(form).encoding());
            }
            if (read.csv() != null && read.csv().columns().size() > MOST_COLUMNS) {
                return wrong(visit, form, TOO_MANY_COLUMNS);
            }
            return page(visit, 200, model(read, form, start, visit.space().mode()));
        } catch (UnusableInput unusable) {
            return wrong(visit, form, sentence(unusable));
        } catch (IOException broken) {
            return wrong(visit, form, "The file cannot be read: " + broken.getMessage() + ".");
        }
    }

    private static UploadModel model(PreviewReader.Start read, Form form, byte[] start, Mode mode) {
        CsvPreview csv = read.csv();
        if (csv == null) {
            String error = read.format().isEmpty() ? "The file is empty." : "";
            return new UploadModel(null, read.format(), error, form, UploadModel.Outlook.NONE);
        }
        CsvPreview mapping = csv;
        if (!form.text("amounts").isEmpty() && isSameFile(csv, form)) {
            List<CsvPreview.Column> columns = new ArrayList<>();
            for (int i = 0; i < csv.columns().size(); i++) {
                CsvPreview.Column column = csv.columns().get(i);
                columns.add(new CsvPreview.Column(column.name(), form.text("field" + i), column.samples()));
            }
            mapping = new CsvPreview(columns, amounts(form));
        }
        CsvOptions options = options(mapping, form).ofTest(mode == Mode.TEST);
        return new UploadModel(
                mapping, read.format(), Shown.capital(csv.fault(options)), form, PreviewReader.outlook(start, options));
    }

    /** Selections for another file are ignored. */
    private static boolean isSameFile(CsvPreview csv, Form form) {
        for (int i = 0; i < csv.columns().size(); i++) {
            if (!form.text("column" + i).equals(csv.columns().get(i).name())) {
                return false;
            }
        }
        return true;
    }

    private static Answer upload(Visit visit, UploadId id) {
        Form form = visit.form();
        if (form.fileName().isEmpty()) {
            return wrong(visit, form, NO_FILE);
        }
        visit.exchange().share().hold(MEMORY);
        try (WorkTurns turns = new WorkTurns(visit.exchange());
                RecordReader reader = new RecordReader(
                        turns.around(form.file()),
                        options(form).ofTest(visit.space().mode() == Mode.TEST),
                        MOST_BYTES)) {
            if (reader.isEmpty()) {
                return wrong(visit, form, "The file is empty.");
            }
            FileUpload upload = new FileUpload(
                    body -> turns.outside(() -> CallResult.json(visit, "POST", API + id, body)),
                    () -> ended(visit.exchange()));
            UploadResult result = upload.run(reader, id.value(), form.fileName());
            turns.pass();
            skip(form.file());
            return visit.page("console/upload/result.jte", TITLE, result);
        } catch (UnusableInput unusable) {
            return refused(visit, form, sentence(unusable));
        } catch (IOException broken) {
            return refused(visit, form, "The file cannot be read: " + broken.getMessage() + ".");
        }
    }

    private static String ended(Exchange exchange) {
        if (exchange.isEnding()) {
            return "The service is stopping, or the connection was closed. Upload the file again.";
        }
        return exchange.isKeyStillValid() ? "" : "The session has ended. Sign in and upload the file again.";
    }

    private static Answer refused(Visit visit, Form form, String reason) {
        try {
            skip(form.file());
        } catch (IOException gone) {
            visit.exchange().inputBroken();
        }
        return wrong(visit, form, reason + " Nothing was uploaded.");
    }

    /** Returns the columns as they were selected, so that the visitor can correct them. Null if none were shown. */
    private static @Nullable CsvPreview selected(Form form) {
        if (!form.has("column0")) {
            return null;
        }
        List<CsvPreview.Column> columns = new ArrayList<>();
        for (int i = 0; i < MOST_COLUMNS && form.has("column" + i); i++) {
            columns.add(new CsvPreview.Column(form.text("column" + i), form.text("field" + i), List.of()));
        }
        return new CsvPreview(columns, amounts(form));
    }

    /** A browser shows an answer only after it has sent the whole file. */
    private static void skip(InputStream rest) throws IOException {
        rest.transferTo(OutputStream.nullOutputStream());
    }

    private static CsvOptions options(Form form) {
        CsvPreview selected = selected(form);
        return options(selected == null ? new CsvPreview(List.of(), amounts(form)) : selected, form);
    }

    private static CsvOptions options(CsvPreview mapping, Form form) {
        Map<String, String> changed = CsvPreview.changed(
                mapping.columns().stream().map(CsvPreview.Column::name).toList(),
                mapping.columns().stream().map(CsvPreview.Column::field).toList());
        return new CsvOptions(changed, mapping.amounts(), answers(form), Advice.PAGE);
    }

    private static Amounts amounts(Form form) {
        return WireNamed.find(Amounts.values(), form.text("amounts")).orElse(Amounts.AUTO);
    }

    private static String sentence(UnusableInput unusable) {
        String text = Shown.capital(String.valueOf(unusable.getMessage()));
        return text.endsWith(".") ? text : text + ".";
    }

    /** Recognises the format of a file by its start, and reads the columns of CSV. */
    private static final class PreviewReader implements CsvFormat {
        /** How much of a file is read for a preview, in bytes. */
        static final int START_BYTES = 64 * 1024;

        /** How many rejected rows are shown. */
        private static final int REJECTED = 10;

        private @Nullable CsvPreview preview;

        private final Charset encoding;

        private PreviewReader(Charset encoding) {
            this.encoding = encoding;
        }

        /**
         * The start of a file.
         *
         * @param format in words; empty if the file is empty
         * @param csv the columns; {@code null} if it is not CSV
         */
        record Start(String format, @Nullable CsvPreview csv) {}

        static Start read(byte[] start, Charset encoding) throws IOException {
            PreviewReader csv = new PreviewReader(encoding);
            try (RecordReader reader = new RecordReader(new ByteArrayInputStream(start), csv)) {
                boolean isEmpty = reader.isEmpty();
                if (csv.preview != null) {
                    return new Start("CSV", csv.preview);
                }
                return new Start(isEmpty ? "" : reader.unit().equals("line") ? "NDJSON" : "JSON", null);
            }
        }

        /**
         * Reads the first orders as an upload with these options would. The last one counts only if the file ends with it.
         *
         * @param start up to {@link #START_BYTES} of the file
         */
        static UploadModel.Outlook outlook(byte[] start, CsvOptions options) {
            List<String> notes = new ArrayList<>();
            List<String> rejected = new ArrayList<>();
            String first = "";
            try (RecordReader reader = new RecordReader(new ByteArrayInputStream(start), options)) {
                CsvColumns columns = reader.columns();
                notes.addAll(columns == null ? List.of() : columns.notes());
                Item item = reader.next();
                while (item != null && rejected.size() < REJECTED) {
                    Item next = reader.next();
                    if (next == null && start.length == START_BYTES) {
                        break;
                    }
                    Outcome.Rejected fault = item.fault();
                    if (fault != null) {
                        rejected.add(reader.unit() + " " + item.end().number() + " would be rejected: "
                                + fault.errors().stream()
                                        .map(error -> error.getOrDefault("detail", ""))
                                        .collect(Collectors.joining("; ")));
                    } else if (first.isEmpty()) {
                        first = new String(item.json().toArray(), StandardCharsets.UTF_8);
                    }
                    item = next;
                }
            } catch (IOException | UnusableInput ended) {
                // The rows before are shown. The upload itself reports the fault.
            }
            return new UploadModel.Outlook(notes, first, rejected);
        }

        @Override
        public Charset encoding() {
            return encoding;
        }

        @Override
        public Records open(InputStream csv, byte[] firstLine, long linesBefore, LongSupplier bytesRead)
                throws IOException {
            preview = CsvPreview.read(new CsvRows(csv, firstLine, linesBefore, RecordReader.MAX_RECORD_BYTES));
            return new NoRecords();
        }

        /** The rows are not needed for a preview. */
        private static final class NoRecords implements Records {
            @Override
            public @Nullable Item next() {
                return null;
            }

            @Override
            public Item.Place place() {
                return new Item.Place(0, 0, 0);
            }
        }
    }

    /**
     * The page of an upload.
     *
     * @param mapping the columns of a CSV file, and the field of each; {@code null} before a file was read, and for other
     *     formats
     * @param format what was recognised; empty before a file was read
     * @param error why nothing was uploaded; empty if nothing is wrong
     */
    public record UploadModel(@Nullable CsvPreview mapping, String format, String error, Form typed, Outlook outlook) {
        static final UploadModel START = new UploadModel(null, "", "", Form.EMPTY, Outlook.NONE);

        /**
         * What the upload of a CSV file would send.
         *
         * @param first the first order as it would be sent; empty if there is none
         * @param rejected the first rows that would be rejected, each with its reasons
         */
        public record Outlook(List<String> notes, String first, List<String> rejected) {
            static final Outlook NONE = new Outlook(List.of(), "", List.of());
        }
    }

    private static final String UPLOADS = "/api/v2/uploads";
    private static final String EARLIER = "/console/upload/earlier";

    private static void addEarlier(PageRoutes pages) {
        pages.add(EARLIER, "GET", Scope.READ, visit -> list(visit, null, List.of()))
                .add(EARLIER + "/{id}/undo", "GET", Scope.READ, _ -> Visit.redirect(EARLIER))
                .add(EARLIER + "/{id}/undo", "POST", Scope.ADMIN, UploadPages::undo);
    }

    /** What the page shows. */
    public record Earlier(Listing uploads, List<Row> kept) {

        public static String reason(Row order) {
            return switch (order.text("reason")) {
                case "disputed" -> "It has a dispute or a fraud report.";
                case "held" -> "It has a legal hold.";
                default -> "Another upload, a platform or a person has changed it.";
            };
        }
    }

    private static Answer list(Visit visit, @Nullable Notice notice, List<Row> kept) {
        return Listing.answer(
                visit,
                UPLOADS + "?per=50",
                "uploads",
                "",
                uploads ->
                        visit.page(200, "console/upload/uploads.jte", "Uploads", notice, new Earlier(uploads, kept)));
    }

    private static Answer undo(Visit visit) {
        String target = UPLOADS + "/" + Visit.encode(visit.parameter("id")) + "/undo";
        return CallResult.send(visit, "POST", target).answer(visit, undone -> {
            int removed = undone.path("removed").asInt();
            List<Row> kept = Row.list(undone, "kept");
            String rest = undone.path("complete").asBoolean()
                    ? ""
                    : " There are more orders, which the service removes in the next minutes.";
            String done = Shown.count(removed, "order") + (removed == 1 ? " was" : " were") + " removed. "
                    + Shown.count(kept.size(), "order") + (kept.size() == 1 ? " stays." : " stay.") + rest;
            return list(visit, Notice.good(done), kept);
        });
    }
}
