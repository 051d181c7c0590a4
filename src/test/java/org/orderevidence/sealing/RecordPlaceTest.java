package org.orderevidence.sealing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;

class RecordPlaceTest {
    private static final AccountSpace SHOP = new AccountSpace("shop", Mode.LIVE);

    @Test
    void theBytesOfAPlaceNeverChange() {
        RecordPlace place = RecordPlace.of(SHOP, "part", "parts", "A-1".getBytes(UTF_8), new byte[] {7});

        assertEquals(
                "04" + hex("shop") + "01" + "04" + hex("part") + "05" + hex("parts") + "02" + "0003" + hex("A-1")
                        + "0001" + "07",
                HexFormat.of().formatHex(place.canonical()));
    }

    @Test
    void theTestSpaceHasAnotherMode() {
        RecordPlace place = RecordPlace.of(new AccountSpace("shop", Mode.TEST), "part", "parts", new byte[0]);

        assertEquals(
                "04" + hex("shop") + "02" + "04" + hex("part") + "05" + hex("parts") + "01" + "0000",
                HexFormat.of().formatHex(place.canonical()));
    }

    /** Fields that run into each other when they are concatenated. */
    @Test
    void differentPlacesHaveDifferentBytes() {
        List<String> accounts = List.of("a", "aa", "ab", "a1", "aaa");
        List<String> names = List.of("a", "aa", "ab", "b", "aaa");
        List<List<String>> keys = List.of(
                List.of(""),
                List.of("", ""),
                List.of("a"),
                List.of("a", ""),
                List.of("", "a"),
                List.of("aa"),
                List.of("a", "a"),
                List.of("ab"),
                List.of("a", "b"),
                List.of("a\0\1b"),
                List.of("\0"),
                List.of("\0\0"),
                List.of("\0", "\0"),
                List.of("", "", ""));
        Map<Bytes, RecordPlace> byBytes = new HashMap<>();
        int places = 0;
        for (String account : accounts) {
            for (Mode mode : Mode.values()) {
                for (String purpose : names) {
                    for (String table : names) {
                        for (List<String> key : keys) {
                            List<Bytes> columns = new ArrayList<>();
                            key.forEach(column -> columns.add(Bytes.wrap(column.getBytes(UTF_8))));
                            RecordPlace place =
                                    new RecordPlace(new AccountSpace(account, mode), purpose, table, columns);
                            RecordPlace equal = byBytes.put(Bytes.wrap(place.canonical()), place);
                            assertNull(equal, place::toString);
                            places++;
                        }
                    }
                }
            }
        }
        assertEquals(5 * 2 * 5 * 5 * 14, places);
    }

    @Test
    void theLongestPlaceIsAllowed() {
        AccountSpace space = new AccountSpace("a".repeat(64), Mode.LIVE);
        byte[] column = new byte[RecordPlace.MAX_COLUMN_BYTES];
        byte[][] columns = {column, column, column, column, column, column, column, column};

        RecordPlace place = RecordPlace.of(space, "p".repeat(32), "t".repeat(64), columns);

        assertEquals(5 + 64 + 32 + 64 + 8 * (2 + 1024), place.canonical().length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "1a", "Order", "a b", "a_b", "é", "ppppppppppppppppppppppppppppppppp"})
    void aPurposeIsAShortName(String purpose) {
        assertThrows(IllegalArgumentException.class, () -> RecordPlace.of(SHOP, purpose, "orders", new byte[1]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_a", "1a", "Orders", "a b", "a-b", "é"})
    void aTableIsAName(String table) {
        assertThrows(IllegalArgumentException.class, () -> RecordPlace.of(SHOP, "order", table, new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> RecordPlace.of(SHOP, "order", "t".repeat(65), new byte[1]));
    }

    @Test
    void aPrimaryKeyHasOneToEightShortColumns() {
        byte[] column = new byte[1];
        byte[][] nine = {column, column, column, column, column, column, column, column, column};

        assertThrows(IllegalArgumentException.class, () -> RecordPlace.of(SHOP, "order", "orders"));
        assertThrows(IllegalArgumentException.class, () -> RecordPlace.of(SHOP, "order", "orders", nine));
        assertThrows(IllegalArgumentException.class, () -> RecordPlace.of(SHOP, "order", "orders", new byte[1025]));
    }

    @Test
    void aPlaceHidesItsPrimaryKey() {
        assertEquals(
                "RecordPlace[space=AccountSpace[account=shop, mode=LIVE], purpose=order, table=orders,"
                        + " primaryKey=[[3 bytes]]]",
                RecordPlace.of(SHOP, "order", "orders", "A-1".getBytes(UTF_8)).toString());
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(UTF_8));
    }
}
