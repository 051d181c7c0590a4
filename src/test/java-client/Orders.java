import client.model.Address;
import client.model.Category;
import client.model.ChargeStatus;
import client.model.ChargeType;
import client.model.Delivery;
import client.model.LineItem;
import client.model.MerchantInfo;
import client.model.MerchantReceiptContact;
import client.model.Order;
import client.model.PersonName;
import client.model.Receipt;
import client.model.ReceiptTotals;

/** The orders that the calls send. */
final class Orders {
    /** More than 32 bits. */
    static final long LARGE_AMOUNT = 999_999_999_999L;

    private Orders() {}

    /** An order with every field. */
    static Order full(String id) {
        Address address = new Address()
                .line1("1 Main St").line2("Apt 2").city("Springfield").countrySubdivision("IL").postalCode("62701")
                .country("US").latitude("39.8").longitude("-89.6");
        Receipt receipt = new Receipt()
                .merchantInfo(new MerchantInfo()
                        .name("Tea House").description("Tea").logoUrl("https://shop.example/logo.png")
                        .refundPolicyLink("https://shop.example/refunds")
                        .cancellationPolicyLink("https://shop.example/cancellations")
                        .termsAndConditionsLink("https://shop.example/terms")
                        .merchantReceiptContact(new MerchantReceiptContact()
                                .phoneForReceipt("+1 217 555 0100").emailForReceipt("help@shop.example")
                                .websiteForReceipt("https://shop.example").receiptAddress(address)))
                .addLineItemsItem(new LineItem()
                        .productName("Tea").productDescription("Green tea").currency("usd").quantity(2L)
                        .price(LARGE_AMOUNT))
                .customerEmail("buyer@example.com").customerPhone("+1 217 555 0101")
                .name(new PersonName().givenName("Ann").familyName("Example"))
                .billingAddress(address).shippingAddress(address).description("Tea")
                .delivery(new Delivery()
                        .status("in transit").carrier("Post").trackingNumber("1Z").deliveredAt("2026-11-05"))
                .totals(new ReceiptTotals().subtotal(LARGE_AMOUNT).tax(0L).shipping(5L).discount(-5L));
        return new Order()
                .id(id).revision(7L).amount(LARGE_AMOUNT).currency("USD").transactionDate("2026-11-01T10:00:00Z")
                .ip("203.0.113.7").bin("424242").last4("4242").brand("visa").cardFingerprint("fingerprint-1")
                .authCode("123456").arn("arn of " + id).networkId("N-1").descriptor("TEA HOUSE")
                .gateway("gateway").gatewayTransactionId("ch_" + id)
                .status(ChargeStatus.CHARGE_STATUS_SUCCEEDED).refunded(false).refundedAmount(0L)
                .customerAccountId("C-17").deviceId("device-0123456789").deviceFingerprint("fingerprint-0123456789")
                .merchandiseOrServices(Category.CATEGORY_MERCHANDISE).settledAt("2026-11-03").fulfilledAt("2026-11-05")
                .cardPresent(false).validation(false).recurring(false).type(ChargeType.CHARGE_TYPE_PURCHASE)
                .initialOrderId(null).receipt(receipt);
    }

    static Order prior(String id, String day) {
        return full(id).transactionDate(day).settledAt(null).fulfilledAt(null);
    }

    /** An order with nothing but what is required, and nulls that count as missing. */
    static Order bare(String id) {
        return new Order()
                .id(id).amount(0L).currency("USD").transactionDate("2026-11-01")
                .ip(null).status(null).refunded(null).refundedAmount(null).type(null).receipt(null);
    }
}
