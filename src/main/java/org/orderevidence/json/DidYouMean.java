package org.orderevidence.json;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the name that was likely meant. */
public final class DidYouMean {
    /** Maximum number of letters that may be wrong, missing or too many. */
    private static final int MAX_DISTANCE = 4;

    private DidYouMean() {}

    /** Returns a question to append to a message, such as {@code "; did you mean port?"}; empty if nothing is near. */
    public static String among(Collection<String> names, String given) {
        return nearest(names, given, 2).map(DidYouMean::question).orElse("");
    }

    public static String question(String name) {
        return "; did you mean " + name + "?";
    }

    /**
     * Returns the name that is nearest to the given one.
     *
     * @param share one wrong letter is allowed for this many letters
     */
    public static Optional<String> nearest(Collection<String> names, String given, int share) {
        return names.stream()
                .filter(name -> distance(name, given) <= Math.min(MAX_DISTANCE, name.length() / share))
                .min(Comparator.comparingInt((String name) -> distance(name, given))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the Levenshtein distance, ignoring case. */
    private static int distance(String name, String given) {
        String left = name.toLowerCase(Locale.ROOT);
        String right = given.toLowerCase(Locale.ROOT);
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }

    /** Names that a message may repeat: no text of a customer looks like this. */
    private static final Pattern REPEATABLE = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

    /** Shortest name of which letters may be wrong: shorter ones are near to many words. */
    private static final int SHORTEST = 4;

    /** One wrong letter is allowed for this many letters. */
    private static final int SHARE = 3;

    /** A field, and the names that processors and shops have for it, folded. A dot leads into an object. */
    private static final String OTHER_NAMES = """
            per: limit size pagesize perpage count
            page: pagenumber offset start
            from: since startdate datefrom
            to: until enddate dateto
            order: sort direction
            orders: order data items transactions charges payload records
            id: orderid ordernumber reference merchantorderid transactionid number
            disputeId: id dispute chargebackid caseid
            reportId: id fraudid tc40id
            expiresIn: seconds expires ttl lifetime validfor duration expiresinseconds
            amount: total totalamount amounttotal value sum amountcents amountminor amountincents grandtotal
            price: amount total unitprice itemprice cost value linetotal
            currency: currencycode currencyiso
            transactionDate: created createdat date datetime time timestamp orderdate purchasedate chargedate
            transactionDate: transactiontime transactedat orderedat paidat placedat processedat
            openedAt: date created createdat opened disputedate
            reportedAt: date created createdat reported reportdate
            observedAt: date time timestamp created createdat seenat
            condition: reasoncode code networkreasoncode
            ip: ipaddress ipaddr customerip clientip userip remoteip buyerip browserip customeripaddress
            email: customeremail emailaddress mail buyeremail
            customerEmail: email emailaddress mail buyeremail
            emailForReceipt: email emailaddress mail
            phoneForReceipt: phone telephone phonenumber
            websiteForReceipt: website url web site
            receipt.customerEmail: email emailaddress customeremail mail buyeremail
            customerPhone: phone telephone phonenumber mobile
            receipt.customerPhone: phone telephone phonenumber customerphone mobile
            bin: cardbin iin first6 bin6 cardiin firstsix
            last4: lastfour cardlast4 last4digits lastfourdigits cardlastfour
            brand: cardbrand network scheme cardtype cardnetwork cardscheme
            cardFingerprint: fingerprint cardtoken cardhash cardid token paymentmethodid
            paymentAccountReference: par paymentaccountref panreference accountreference
            threeDs: threedsecure 3ds 3dsecure threeds3 threed
            threeDs.eci: eci ecommerceindicator electroniccommerceindicator threedseci
            threeDs.transactionId: dstransactionid xid threedstransactionid
            eci: ecommerceindicator electroniccommerceindicator
            avsResult: avs avscode avsresponse avsresponsecode avsresultcode
            network_id: networktransactionid nti networkreference schemetransactionid
            authCode: authorizationcode authorisationcode approvalcode auth authorization
            arn: acquirerreferencenumber acquirerreference
            descriptor: statementdescriptor softdescriptor billingdescriptor
            gateway: processor psp provider paymentgateway paymentprovider
            gatewayTransactionId: chargeid paymentid paymentintent paymentintentid pspreference processorid charge
            customerAccountId: customerid userid accountid account login username user customer
            deviceId: device deviceidentifier
            deviceFingerprint: devicehash browserfingerprint
            refundedAmount: refundamount amountrefunded refundtotal
            refunded: isrefunded refund fullyrefunded
            settledAt: settled settlementdate settledate capturedat
            deliveredAt: deliverydate deliveredon date
            fulfilledAt: shippedat deliverydate fulfilled fulfillmentdate deliveredat
            merchandiseOrServices: category productcategory goodstype
            recurring: isrecurring subscription issubscription
            initialOrderId: initialtransaction parentorderid originalorderid initialtransactionid
            cardPresent: iscardpresent cp
            receipt.shippingAddress: shippingaddress shipping deliveryaddress shipto
            shippingAddress: shipping deliveryaddress shipto
            receipt.billingAddress: billingaddress billing billto
            billingAddress: billing billto
            receipt.lineItems: lineitems items products lines orderitems cart
            lineItems: items products lines orderitems cart
            receipt.name: customername fullname name
            name: customername fullname
            receipt.merchantInfo: merchantinfo merchant
            merchantInfo: merchant
            receipt.description: description
            receipt.delivery: delivery fulfillment shipment receiptdelivery
            receipt.delivery.trackingNumber: trackingnumber tracking
            receipt.delivery.carrier: carrier
            trackingNumber: tracking trackingcode trackingid
            line1: street street1 address address1 addressline1 streetaddress addressline
            line2: street2 address2 addressline2 apartment suite
            postalCode: zip zipcode postcode postal
            countrySubdivision: state province region county
            country: countrycode
            city: town locality
            givenName: firstname first forename
            familyName: lastname last surname
            productName: name title itemname product item
            productDescription: description details
            quantity: qty count units
            shipping: shippingcost shippingfee shippingtotal
            tax: taxes vat taxtotal
            merchantInfo.name: name merchantname shopname companyname businessname
            merchantInfo.description: description
            merchantInfo.logoUrl: logourl logo
            merchantInfo.refundPolicyLink: refundpolicylink
            merchantInfo.cancellationPolicyLink: cancellationpolicylink
            merchantInfo.termsAndConditionsLink: termsandconditionslink
            merchantInfo.merchantReceiptContact: merchantreceiptcontact contact
            """;

    private static final Map<String, List<String>> FIELDS_BY_NAME = OTHER_NAMES
            .lines()
            .map(line -> line.split(": ", -1))
            .flatMap(line -> Stream.of(line[1].split(" ", -1)).map(name -> Map.entry(name, line[0])))
            .collect(Collectors.groupingBy(
                    Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));

    /**
     * Returns a question to append to a message, such as {@code "; did you mean transactionDate?"}, or an empty string.
     */
    public static String field(String unknown, Collection<String> known) {
        return isRepeatable(unknown)
                ? meant(unknown, known).map(DidYouMean::question).orElse("")
                : "";
    }

    public static boolean isRepeatable(@Nullable String name) {
        return name != null && REPEATABLE.matcher(name).matches();
    }

    private static Optional<String> meant(String unknown, Collection<String> known) {
        String folded = fold(unknown);
        Optional<String> sameLetters =
                known.stream().filter(name -> fold(name).equals(folded)).findFirst();
        Optional<String> otherName = FIELDS_BY_NAME.getOrDefault(folded, List.of()).stream()
                .filter(field -> known.contains(field.split("\\.", -1)[0]))
                .findFirst();
        return sameLetters
                .or(() -> otherName)
                .or(() -> folded.length() < SHORTEST
                        ? Optional.empty()
                        : DidYouMean.nearest(
                                known.stream()
                                        .filter(name -> name.length() >= SHORTEST)
                                        .toList(),
                                unknown,
                                SHARE));
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(".", "");
    }
}
