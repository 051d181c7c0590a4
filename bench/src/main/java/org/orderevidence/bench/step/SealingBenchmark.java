package org.orderevidence.bench.step;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.sealing.IndexHasher;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.SealingKeys;

/**
 * The cost of sealing a record, of opening it and of its content hash, and of the alternatives for each part: cipher,
 * derivation of the key, nonce. Use {@code -t 2} or {@code -t 8} to see the cost of shared objects.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class SealingBenchmark {
    private static final AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    private static final byte[] ORDER_ID = "A-1234567".getBytes(StandardCharsets.US_ASCII);
    private static final String AES = "AES/GCM/NoPadding";
    private static final int NONCE_LENGTH = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final Sealer sealer = new Sealer(SealingKeys.generate(random), random);
    private final IndexHasher hasher = new IndexHasher(InstallationKey.generate(random));

    /** A content and its sealed form. */
    @State(Scope.Benchmark)
    public static class Content {
        /** Length of the content in bytes. */
        @Param({"100", "700", "4000"})
        public int length;

        private byte[] plain = {};
        private byte[] sealed = {};

        /** Makes the content. */
        @Setup
        public void make(SealingBenchmark benchmark) {
            plain = new byte[length];
            benchmark.random.nextBytes(plain);
            sealed = benchmark.sealer.seal(place(), plain);
        }
    }

    /** Objects of the JDK, made in each way that is compared. */
    @State(Scope.Thread)
    public static class Parts {
        private final SecretKey key = new SecretKeySpec(new byte[32], "AES");
        private final byte[] info = new byte[40];
        private final byte[] plain = new byte[700];
        private final SecureRandom random = new SecureRandom();
        private final SecureRandom drbg = named("DRBG");
        private final Cipher reused = cipher();
        private final Provider provider = reused.getProvider();
        private final Mac keyed = mac();

        private byte[] nonce() {
            byte[] nonce = new byte[NONCE_LENGTH];
            random.nextBytes(nonce);
            return nonce;
        }
    }

    /** Generators that all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {
        private final SecureRandom random = new SecureRandom();
        private final SecureRandom drbg = named("DRBG");
    }

    /** A record sealed, as a store does it. */
    @Benchmark
    public byte[] seal(Content content) {
        return sealer.seal(place(), content.plain);
    }

    /** A record opened, as a store does it. */
    @Benchmark
    public byte[] open(Content content) {
        return sealer.open(place(), content.sealed);
    }

    /** The hash by which a store compares contents. */
    @Benchmark
    public ContentHash contentHash(Content content) {
        return hasher.content(SPACE, "order", content.plain);
    }

    /** 700 bytes with a new cipher each time. */
    @Benchmark
    public byte[] cipherNew(Parts parts) throws GeneralSecurityException {
        return encrypt(Cipher.getInstance(AES), parts);
    }

    /** 700 bytes with a new cipher of a provider that is already known. */
    @Benchmark
    public byte[] cipherNewOfProvider(Parts parts) throws GeneralSecurityException {
        return encrypt(Cipher.getInstance(AES, parts.provider), parts);
    }

    /** 700 bytes with the cipher of the thread. */
    @Benchmark
    public byte[] cipherReused(Parts parts) throws GeneralSecurityException {
        return encrypt(parts.reused, parts);
    }

    /** The key of a record from the JDK's HKDF. */
    @Benchmark
    public byte[] keyByKdf(Parts parts) throws GeneralSecurityException {
        return KDF.getInstance("HKDF-SHA256").deriveData(HKDFParameterSpec.expandOnly(parts.key, parts.info, 32));
    }

    /** The same key from the HKDF of a provider that is already known. */
    @Benchmark
    public byte[] keyByKdfOfProvider(Parts parts) throws GeneralSecurityException {
        return KDF.getInstance("HKDF-SHA256", parts.provider)
                .deriveData(HKDFParameterSpec.expandOnly(parts.key, parts.info, 32));
    }

    /** The same bytes from an HMAC that is copied: one block of HKDF. */
    @Benchmark
    public byte[] keyByCopiedMac(Parts parts) throws CloneNotSupportedException {
        Mac mac = (Mac) parts.keyed.clone();
        mac.update(parts.info);
        mac.update((byte) 1);
        return mac.doFinal();
    }

    /** A nonce of the default generator, which all threads share. */
    @Benchmark
    public byte[] nonceShared(Shared shared) {
        return nonce(shared.random);
    }

    /** A nonce of the default generator, one for each thread. */
    @Benchmark
    public byte[] nonceOfThread(Parts parts) {
        return nonce(parts.random);
    }

    /** A nonce of a deterministic generator (NIST SP 800-90A), which all threads share. */
    @Benchmark
    public byte[] nonceSharedDrbg(Shared shared) {
        return nonce(shared.drbg);
    }

    /** A nonce of a deterministic generator (NIST SP 800-90A), one for each thread. */
    @Benchmark
    public byte[] nonceOfThreadDrbg(Parts parts) {
        return nonce(parts.drbg);
    }

    private static byte[] encrypt(Cipher cipher, Parts parts) throws GeneralSecurityException {
        cipher.init(Cipher.ENCRYPT_MODE, parts.key, new GCMParameterSpec(TAG_BITS, parts.nonce()));
        return cipher.doFinal(parts.plain);
    }

    private static byte[] nonce(SecureRandom random) {
        byte[] nonce = new byte[NONCE_LENGTH];
        random.nextBytes(nonce);
        return nonce;
    }

    private static RecordPlace place() {
        return RecordPlace.of(SPACE, "order", "orders", ORDER_ID);
    }

    private static Cipher cipher() {
        try {
            return Cipher.getInstance(AES);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static Mac mac() {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static SecureRandom named(String algorithm) {
        try {
            return SecureRandom.getInstance(algorithm);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
