package org.orderevidence.store.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.integration.RecordSealer;

/**
 * Turns tokens into the bytes that stores write, and back. The plain columns are sealed with the content: a row whose
 * columns were changed, for example to another order or a later end, cannot be read.
 */
public final class TokenCodec {
    private final RecordSealer sealer;

    public TokenCodec(RecordSealer sealer) {
        this.sealer = sealer;
    }

    /** Returns the sealed columns and content of a token. */
    public byte[] sealed(AccessToken token) {
        byte[] columns = columns(token.kind(), token.owner(), token.created(), token.expires());
        byte[] document =
                Arrays.copyOf(columns, columns.length + token.content().length());
        token.content().buffer().get(document, columns.length, token.content().length());
        return sealer.seal(place(token.space(), token.hash()), document);
    }

    /** Returns the token of a row. */
    public AccessToken token(
            AccountSpace space, Bytes hash, int kind, String owner, Instant created, Instant expires, byte[] sealed) {
        byte[] document = sealer.open(place(space, hash), sealed);
        TokenKind known = TokenKind.of(kind);
        byte[] columns = columns(known, owner, created, expires);
        if (document.length < columns.length
                || !Arrays.equals(document, 0, columns.length, columns, 0, columns.length)) {
            throw new UnreadableDocument("a column of an access token was changed");
        }
        Bytes content = Bytes.wrap(Arrays.copyOfRange(document, columns.length, document.length));
        return new AccessToken(known, hash, space, owner, created, expires, content);
    }

    /** Seals a row again, under the key that seals now. The content stays, byte for byte. */
    public byte[] reseal(AccountSpace space, Bytes hash, byte[] sealed) {
        RecordPlace place = place(space, hash);
        return sealer.seal(place, sealer.open(place, sealed));
    }

    private static byte[] columns(TokenKind kind, String owner, Instant created, Instant expires) {
        byte[] name = owner.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + 2 * Long.BYTES + Short.BYTES + name.length)
                .put((byte) kind.code())
                .putLong(micros(created))
                .putLong(micros(expires))
                .putShort((short) name.length)
                .put(name)
                .array();
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static RecordPlace place(AccountSpace space, Bytes hash) {
        return RecordPlace.of(space, "access-token", "access_tokens", hash.toArray());
    }
}
