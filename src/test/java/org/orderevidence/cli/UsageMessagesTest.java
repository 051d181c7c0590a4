package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.terminal.ExitCode;

/** A key on the command line is wrong, and is never repeated. */
class UsageMessagesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "order get A-1 --key oe_live_SECRET1234567890",
                "order get A-1 --key=oe_live_SECRET1234567890",
                "order get A-1 --key SECRET_of_another_format",
                "order get A-1 --key=SECRET_of_another_format",
                "order get A-1 --api-key SECRET_of_another_format",
                "order get A-1 -kSECRET_of_another_format",
                "order get A-1 SECRET_of_another_format",
                "--key SECRET_of_another_format order get A-1",
                "--key=SECRET_of_another_format order get A-1",
                "key import SECRET_of_another_format",
                "serve --key oe_live_SECRET1234567890",
                "order oe_live_SECRET1234567890",
                "oe_live_SECRET1234567890",
            })
    void aSecretIsNeverRepeated(String line) {
        TestTerminal terminal = new TestTerminal();

        assertEquals(ExitCode.USAGE, terminal.run(line.split(" ", -1)));

        String printed = terminal.out() + terminal.err();
        assertFalse(printed.contains("SECRET"), printed);
        assertTrue(printed.contains("--help"), printed);
    }

    @Test
    void anUnknownOptionIsNamedWithoutItsValue() {
        TestTerminal terminal = new TestTerminal();

        terminal.run("order", "list", "--colour=red", "--size", "3");

        assertEquals(
                "Unknown options: --colour, --size",
                terminal.err().lines().findFirst().orElseThrow());
    }

    @Test
    void whereAKeyBelongsIsSaid() {
        TestTerminal terminal = new TestTerminal();

        terminal.run("order", "list", "--key", "abc");

        assertEquals(
                "Unknown option: --key; use --key-file with a file that contains the key, or set EVIDENCE_API_KEY",
                terminal.err().lines().findFirst().orElseThrow());
    }
}
