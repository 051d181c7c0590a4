package org.orderevidence.cli.terminal;

import java.util.Comparator;
import java.util.List;
import org.orderevidence.OpenInstallation;
import org.orderevidence.account.Accounts;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.AccountStore.KeyRow;

/** Selects the data of an installation that a command is about. On a service, the key decides it. */
@FunctionalInterface
public interface Spaces {
    /**
     * Returns the account and mode, or several.
     *
     * @throws Failure if there is no such account, key or integration
     */
    List<AccountSpace> of(OpenInstallation opened, Call call);

    /** Selects the account and the mode that the parameters {@code ACCOUNT} or {@code --account} and {@code --test} name. */
    static List<AccountSpace> named(OpenInstallation opened, Call call) {
        return List.of(new AccountSpace(account(opened, call), call.flag("--test") ? Mode.TEST : Mode.LIVE));
    }

    /** Selects the live and the test data of the account. */
    static List<AccountSpace> ofAccount(OpenInstallation opened, Call call) {
        String account = account(opened, call);
        return List.of(new AccountSpace(account, Mode.LIVE), new AccountSpace(account, Mode.TEST));
    }

    /** Selects the data of the key of the account that {@code KEY_ID} names. */
    static List<AccountSpace> ofKey(OpenInstallation opened, Call call) {
        return opened.accounts()
                .keys()
                .key(account(opened, call), call.needed("KEY_ID"))
                .map(KeyRow::space)
                .map(List::of)
                .orElseThrow(() -> Failure.failed("the account has no such key; see key list"));
    }

    /** Selects the data of the integration that {@code INTEGRATION} names; without it, of all integrations. */
    static List<AccountSpace> ofIntegrations(OpenInstallation opened, Call call) {
        String id = call.text("INTEGRATION");
        if (id != null) {
            return List.of(integration(opened, id).space());
        }
        String account = call.text("--account");
        return opened.integrations().all().stream()
                .map(Integration::space)
                .filter(space -> account == null || space.account().equals(account))
                .distinct()
                .sorted(Comparator.comparing(AccountSpace::account).thenComparing(AccountSpace::mode))
                .toList();
    }

    /** Returns the account that the parameters name, or the first one. */
    private static String account(OpenInstallation opened, Call call) {
        String given = call.text("ACCOUNT") == null ? call.text("--account") : call.text("ACCOUNT");
        String id = given == null ? Accounts.FIRST_ACCOUNT : given;
        requireAccountId(id);
        if (opened.accounts().account(id).isEmpty()) {
            throw Failure.failed("there is no account " + id + "; create it with ./evidence account create " + id);
        }
        return id;
    }

    static Integration integration(OpenInstallation opened, String id) {
        return opened.integrations()
                .find(id)
                .orElseThrow(() -> Failure.failed("there is no integration " + id + "; ./evidence integration list"));
    }

    static void requireAccountId(String id) {
        if (!AccountSpace.isAccountId(id)) {
            throw Failure.usage("an account ID has 1 to 64 characters of a-z, 0-9, - and _");
        }
    }
}
