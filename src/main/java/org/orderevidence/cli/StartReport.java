package org.orderevidence.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.process.FileError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The report about a start of the service: one short line for each fact. Text goes to standard output. With the log
 * format JSON, the lines are events of the log, so that all output is JSON.
 */
final class StartReport {
    private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);

    private final Terminal terminal;
    private final boolean json;

    /**
     * @param json true for events of the log, false for text
     */
    StartReport(Terminal terminal, boolean json) {
        this.terminal = terminal;
        this.json = json;
    }

    /** Reports the version of the program and the address of the store. */
    void starting(Config config) {
        print(ProgramVersion.text());
        print("store " + config.store());
        LOG.debug("settings: {}", config);
    }

    /** Reports the address of the service. Warns if every network interface offers it without TLS. */
    void listening(String host, int port) {
        print("listening on http://" + hostForUrl(host) + ':' + port);
        if (isAnyAddress(host)) {
            LOG.warn("the service listens on all interfaces without TLS: put a TLS terminator in front of it");
        }
        terminal.out().flush();
    }

    /**
     * Writes the first key to its file and reports where it is. Prints the key only to a terminal, and as text: any
     * other output may be a log that many people can read.
     */
    void firstKey(Path data, NewKey key) {
        Path file = FirstKey.file(data);
        String account = "account " + key.info().space().account() + " created; its admin key";
        boolean isWritten = isWritten(file, key);
        if (terminal.outIsTerminal() && !json) {
            print(account + ", shown only once:");
            print("  " + key.key().text());
            if (isWritten) {
                print("also written to " + file);
            }
        } else if (isWritten) {
            print(account + " is in " + file);
        } else {
            print(account + " is not shown because this is not a terminal; create another one: ./evidence key create"
                    + " --account " + key.info().space().account() + " --scope admin");
        }
    }

    private boolean isWritten(Path file, NewKey key) {
        try {
            FirstKey.write(file, key.key());
            return true;
        } catch (FileAlreadyExistsException exists) {
            warn(file + " exists already and was not changed");
        } catch (IOException unwritable) {
            warn("cannot write " + file + ": " + FileError.cause(unwritable));
        }
        return false;
    }

    private void print(String fact) {
        if (json) {
            LOG.info(fact);
        } else {
            terminal.out().println(fact);
        }
    }

    private void warn(String fact) {
        if (json) {
            LOG.warn(fact);
        } else {
            terminal.err().println(fact);
        }
    }

    /** An IPv6 address needs brackets in a URL. */
    private static String hostForUrl(String host) {
        return host.contains(":") ? '[' + host + ']' : host;
    }

    private static boolean isAnyAddress(String host) {
        try {
            return InetAddress.getByName(host).isAnyLocalAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
