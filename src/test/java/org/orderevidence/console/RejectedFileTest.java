package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.console.FileUpload.RejectedFile;
import org.orderevidence.console.FileUpload.UploadResult;

/** The file of rejected records. */
class RejectedFileTest {
    @Test
    void anOrderOfSeveralRowsIsThereWithAllOfThem() {
        RejectedFile file = new RejectedFile(List.of("id", "item"));
        UploadResult.Rejected rejected =
                new UploadResult.Rejected(2, "A-1", List.of(new UploadResult.Reason("currency", "is required")));

        file.add(rejected, List.of(List.of("A-1", "Mug"), List.of("A-1", "4111 1111 1111 1111"), List.of("", "Tray")));

        String text = file.link().substring(file.link().indexOf(',') + 1);
        assertEquals(
                """
                Rejected line,Rejected field,Rejected reason,id,item
                2,currency,is required,A-1,Mug
                ,,,A-1,
                ,,,,Tray
                """,
                new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8)
                        .replace("\r\n", "\n")
                        .replace("\"", ""));
    }
}
