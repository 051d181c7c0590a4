package org.orderevidence.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Frame.Heading;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.limits.Places;
import org.orderevidence.upload.Amounts;
import org.orderevidence.upload.CsvOptions;
import org.orderevidence.upload.CsvOptions.Advice;
import org.orderevidence.upload.CsvPreview;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.UnusableInput;

/** The page that uploads a file, its preview of columns, and the result. */
final class UploadPages {
    /** Heap for reading a file: its buffers, one record, a batch with its cells, and the rejected records. */
    private static final long MEMORY = 6L * 1024 * 1024;

    /** Longest file, unpacked. Longer files are uploaded with the command. */
    private static final long MOST_BYTES = 1L << 30;

    private static final String API = "/api/v2/orders/upload";
    private static final String TEMPLATE = "console/upload/upload.jte";
    private static final Heading HEADING = Heading.of("Upload", Section.UPLOAD);
    private static final String NO_FILE = "Select a file first.";
    private static final int MOST_COLUMNS = 500;
    private static final String TOO_MANY_COLUMNS = "The file has more than " + MOST_COLUMNS
            + " columns. Remove those that are not needed, or use the command ./evidence orders upload.";

    private UploadPages() {}

    /** Adds the pages. Each needs the scope write. */
    static void addTo(PageRoutes pages) {
        pages.add("/console/upload", "GET", Scope.WRITE, visit -> page(visit, 200, UploadModel.START))
                .addFile("/console/upload", Scope.WRITE, UploadPages::upload)
                // A page that was loaded again after a preview.
                .add("/console/upload/preview", "GET", Scope.WRITE, _ -> Visit.redirect("/console/upload"))
                .addFile("/console/upload/preview", Scope.WRITE, UploadPages::preview);
    }

    private static Answer page(Visit visit, int status, UploadModel model) {
        return visit.page(status, TEMPLATE, HEADING, model);
    }

    /** Returns the page with what was selected and written, so that the visitor can correct it. */
    private static Answer wrong(Visit visit, Form form, String error) {
        return page(visit, 422, new UploadModel(selected(form), "", error, answers(form), UploadModel.Outlook.NONE));
    }

    private static UploadModel.Answers answers(Form form) {
        return new UploadModel.Answers(
                form.text("currency"), form.text("zone"), form.text("date-format"), form.text("encoding"));
    }

    private static CsvOptions.Answers read(UploadModel.Answers answers) {
        return CsvOptions.Answers.of(answers.currency(), answers.zone(), answers.dateFormat(), answers.encoding());
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
                read = PreviewReader.read(start, read(answers(form)).encoding());
            }
            if (read.csv() != null && read.csv().columns().size() > MOST_COLUMNS) {
                return wrong(visit, form, TOO_MANY_COLUMNS);
            }
            return page(visit, 200, model(read, form, start));
        } catch (UnusableInput unusable) {
            return wrong(visit, form, sentence(unusable));
        } catch (IOException broken) {
            return wrong(visit, form, "The file cannot be read: " + broken.getMessage() + ".");
        }
    }

    private static UploadModel model(PreviewReader.Start read, Form form, byte[] start) {
        CsvPreview csv = read.csv();
        UploadModel.Answers answers = answers(form);
        if (csv == null) {
            String error = read.format().isEmpty() ? "The file is empty." : "";
            return new UploadModel(null, read.format(), error, answers, UploadModel.Outlook.NONE);
        }
        boolean isSelected = !form.text("amounts").isEmpty() && isSameFile(csv, form);
        List<String> all = CsvPreview.fields();
        List<UploadModel.Column> columns = new ArrayList<>();
        for (int i = 0; i < csv.columns().size(); i++) {
            CsvPreview.Column column = csv.columns().get(i);
            String field = isSelected ? form.text("field" + i) : column.field();
            columns.add(new UploadModel.Column(
                    column.name(), field, all.contains(field), String.join(" · ", column.samples())));
        }
        Amounts amounts = isSelected ? amounts(form) : csv.amounts();
        CsvOptions options = options(columns, amounts, answers);
        return new UploadModel(
                new UploadModel.Mapping(columns, all, amounts),
                read.format(),
                Shown.capital(csv.fault(options)),
                answers,
                PreviewReader.outlook(start, options));
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

    private static Answer upload(Visit visit) {
        Form form = visit.form();
        if (form.fileName().isEmpty()) {
            return wrong(visit, form, NO_FILE);
        }
        visit.exchange().share().hold(MEMORY);
        try (FileTurns turns = new FileTurns(visit.exchange());
                RecordReader reader = new RecordReader(turns.around(form.file()), options(form), MOST_BYTES)) {
            if (reader.isEmpty()) {
                return wrong(visit, form, "The file is empty.");
            }
            FileUpload upload = new FileUpload(
                    body -> turns.outside(() -> CallResult.json(visit, "POST", API, body)),
                    () -> ended(visit.exchange()));
            UploadResult result = upload.run(reader, form.fileName());
            turns.pass();
            skip(form.file());
            return visit.page("console/upload/result.jte", HEADING, result);
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
    private static UploadModel.@Nullable Mapping selected(Form form) {
        if (!form.has("column0")) {
            return null;
        }
        List<String> all = CsvPreview.fields();
        List<UploadModel.Column> columns = new ArrayList<>();
        for (int i = 0; i < MOST_COLUMNS && form.has("column" + i); i++) {
            String field = form.text("field" + i);
            columns.add(new UploadModel.Column(form.text("column" + i), field, all.contains(field), ""));
        }
        return new UploadModel.Mapping(columns, all, amounts(form));
    }

    /** A browser shows an answer only after it has sent the whole file. */
    private static void skip(InputStream rest) throws IOException {
        rest.transferTo(OutputStream.nullOutputStream());
    }

    private static CsvOptions options(Form form) {
        UploadModel.Mapping selected = selected(form);
        return options(selected == null ? List.of() : selected.columns(), amounts(form), answers(form));
    }

    private static CsvOptions options(List<UploadModel.Column> columns, Amounts amounts, UploadModel.Answers answers) {
        Map<String, String> changed = CsvPreview.changed(
                columns.stream().map(UploadModel.Column::name).toList(),
                columns.stream().map(UploadModel.Column::field).toList());
        return new CsvOptions(changed, amounts, read(answers), Advice.PAGE);
    }

    private static Amounts amounts(Form form) {
        String name = form.text("amounts");
        for (Amounts amounts : Amounts.values()) {
            if (amounts.option().equals(name)) {
                return amounts;
            }
        }
        return Amounts.AUTO;
    }

    private static String sentence(UnusableInput unusable) {
        String text = Shown.capital(String.valueOf(unusable.getMessage()));
        return text.endsWith(".") ? text : text + ".";
    }
}
