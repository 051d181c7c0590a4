package org.orderevidence.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.ChargeKeys.ChargeReference;
import org.orderevidence.evidence.Element;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.InstallationSecret;

class KeyringTest {
    private static final InstallationSecret SECRET = InstallationSecret.generate(new Random(7));
    private static final AccountSpace LIVE = new AccountSpace("shop", Mode.LIVE);
    private static final Email ANN = Email.parse("ann@example.com").orElseThrow();

    private final Keyring keyring = new Keyring(SECRET);

    @Test
    void theSameDataGivesTheSameKeyAlsoAfterARestart() {
        Keyring restarted = new Keyring(
                new InstallationSecret(InstallationKey.parse(SECRET.indexKey().hex()), SECRET.sealingKeys()));

        assertEquals(keyring.customer(LIVE, ANN), restarted.customer(LIVE, ANN));
        assertEquals(keyring.secretFingerprint(), restarted.secretFingerprint());
    }

    @Test
    void anotherAccountModePurposeOrSecretGivesAnotherKey() {
        Keyring other = new Keyring(InstallationSecret.generate(new Random(8)));
        String text = ANN.canonical();
        Set<KeyedHash> keys = new HashSet<>();

        assertTrue(keys.add(keyring.customer(LIVE, ANN)));
        assertTrue(keys.add(keyring.customer(new AccountSpace("shop", Mode.TEST), ANN)));
        assertTrue(keys.add(keyring.customer(new AccountSpace("shop2", Mode.LIVE), ANN)));
        assertTrue(keys.add(keyring.binCredential(LIVE, text)));
        assertTrue(keys.add(keyring.fingerprint(LIVE, new CardFingerprint(text))));
        assertTrue(keys.add(keyring.elements(LIVE).hash(Element.EMAIL, text)));
        assertTrue(keys.add(keyring.elements(LIVE).hash(Element.ACCOUNT_ID, text)));
        assertTrue(keys.add(keyring.references(LIVE).hash(ChargeReference.GATEWAY_TRANSACTION_ID, text)));
        assertTrue(keys.add(keyring.references(LIVE).hash(ChargeReference.ARN, text)));
        assertTrue(keys.add(other.customer(LIVE, ANN)));
        assertNotEquals(other.secretFingerprint(), keyring.secretFingerprint());
    }

    @Test
    void everyKeyCarriesTheVersionOfItsDerivation() {
        assertEquals(1, keyring.customer(LIVE, ANN).bytes()[0]);
    }

    @Test
    void aNewSealingKeyChangesNoKeyAndNoFingerprint() {
        Keyring rotated = new Keyring(SECRET.withNewSealingKey(new Random(9), Instant.EPOCH));

        assertEquals(keyring.customer(LIVE, ANN), rotated.customer(LIVE, ANN));
        assertEquals(keyring.secretFingerprint(), rotated.secretFingerprint());
    }

    @Test
    void aSecretHidesItsKeys() {
        assertEquals("[redacted]", SECRET.toString());
        assertEquals("[redacted]", SECRET.indexKey().toString());
        assertEquals("SealingKeys[1]", SECRET.sealingKeys().toString());
    }
}
