package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.account.NewKey;
import org.orderevidence.account.Scope;
import org.orderevidence.order.AccountSpace;

/** The first key is printed only to a terminal: any other output may be a log that many people can read. */
class FirstKeyOutputTest {
    private static final ApiKey KEY = ApiKey.generate(AccountSpace.Mode.LIVE, new Random(1));
    private static final NewKey NEW = new NewKey(
            KEY,
            new KeyInfo(
                    "k1",
                    new AccountSpace("default", AccountSpace.Mode.LIVE),
                    null,
                    Set.of(Scope.ADMIN),
                    Instant.EPOCH,
                    null,
                    null,
                    null,
                    null));

    @TempDir
    private Path data;

    private final TestTerminal terminal = new TestTerminal();

    @Test
    void aTerminalShowsTheKey() throws IOException {
        new StartReport(terminal.asTerminal().terminal(), false).firstKey(data, NEW);

        assertEquals(
                "account default created; its admin key, shown only once:\n  " + KEY.text() + "\nalso written to "
                        + data.resolve("first-key") + "\n",
                terminal.out());
        assertEquals("", terminal.err());
        assertEquals(KEY.text() + "\n", Files.readString(data.resolve("first-key")));
    }

    @Test
    void anyOtherOutputNamesTheFile() throws IOException {
        new StartReport(terminal.terminal(), false).firstKey(data, NEW);

        assertEquals(
                "account default created; its admin key is in " + data.resolve("first-key") + "\n", terminal.out());
        assertEquals("", terminal.err());
        assertEquals(KEY.text() + "\n", Files.readString(data.resolve("first-key")));
    }

    @Test
    void anyOtherOutputShowsNoKeyEvenIfTheFileCannotBeWritten() throws IOException {
        Files.writeString(data.resolve("first-key"), "an older key\n");

        new StartReport(terminal.terminal(), false).firstKey(data, NEW);

        assertEquals(
                "account default created; its admin key is not shown because this is not a terminal; create another"
                        + " one: ./evidence key create --account default --scope admin\n",
                terminal.out());
        assertEquals(data.resolve("first-key") + " exists and was left as it is\n", terminal.err());
        assertEquals("an older key\n", Files.readString(data.resolve("first-key")));
    }
}
