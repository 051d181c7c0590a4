// Makes every call of the interface with the generated types, and checks the values that it decodes.
// Arguments: the URL of a service at 2026-11-20T12:00:00Z, and a key with all scopes.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { argv: string[] };

type Schemas = components["schemas"];
type Failure = { data?: unknown; error?: Schemas["Problem"]; response: Response };

const [url, key] = process.argv.slice(2) as [string, string];
const LARGE_AMOUNT = 999_999_999_999;
const NOW = 1_795_176_000_000;
const client = createClient<paths>({ baseUrl: url, headers: { "X-API-Key": key } });

function same<T>(expected: T, actual: T): void {
  const [e, a] = [JSON.stringify(expected), JSON.stringify(actual)];
  if (e !== a) {
    throw new Error(`expected ${e}, but it is ${a}`);
  }
}

function answer<T>(result: { data?: T; error?: unknown; response: Response }, status = 200): T {
  same(status, result.response.status);
  if (result.data === undefined) {
    throw new Error(`no data: ${JSON.stringify(result.error)}`);
  }
  return result.data;
}

function problem(result: Failure, status: number): Schemas["Problem"] {
  same(status, result.response.status);
  if (result.error === undefined) {
    throw new Error("no problem");
  }
  same(status, result.error.status);
  same(`/problems/${result.error.code.replaceAll("_", "-")}`, result.error.type);
  return result.error;
}

/** An order with every field. */
function full(id: string): Schemas["Order"] {
  const address: Schemas["Address"] = {
    line1: "1 Main St", line2: "Apt 2", city: "Springfield", countrySubdivision: "IL", postalCode: "62701",
    country: "US", latitude: "39.8", longitude: "-89.6",
  };
  return {
    id, revision: 7, amount: LARGE_AMOUNT, currency: "USD", transactionDate: "2026-11-01T10:00:00Z",
    ip: "203.0.113.7", bin: "424242", last4: "4242", brand: "visa", cardFingerprint: "fingerprint-1",
    authCode: "123456", arn: `arn of ${id}`, network_id: "N-1", descriptor: "TEA HOUSE", gateway: "gateway",
    gatewayTransactionId: `ch_${id}`, status: "succeeded", refunded: false, refundedAmount: 0, customerAccountId: "C-17",
    deviceId: "device-0123456789", deviceFingerprint: "fingerprint-0123456789",
    merchandiseOrServices: "merchandise", settledAt: "2026-11-03", fulfilledAt: "2026-11-05", cardPresent: false,
    validation: false, recurring: false, type: "purchase", initialOrderId: null,
    receipt: {
      merchantInfo: {
        name: "Tea House", description: "Tea", logoUrl: "https://shop.example/logo.png",
        refundPolicyLink: "https://shop.example/refunds",
        cancellationPolicyLink: "https://shop.example/cancellations",
        termsAndConditionsLink: "https://shop.example/terms",
        merchantReceiptContact: {
          phoneForReceipt: "+1 217 555 0100", emailForReceipt: "help@shop.example",
          websiteForReceipt: "https://shop.example", receiptAddress: address,
        },
      },
      lineItems: [
        { productName: "Tea", productDescription: "Green tea", currency: "usd", quantity: 2, price: LARGE_AMOUNT },
      ],
      customerEmail: "buyer@example.com", customerPhone: "+1 217 555 0101",
      name: { givenName: "Ann", familyName: "Example" }, billingAddress: address, shippingAddress: address,
      description: "Tea",
      delivery: { status: "in transit", carrier: "Post", trackingNumber: "1Z", deliveredAt: "2026-11-05" },
      totals: { subtotal: LARGE_AMOUNT, tax: 0, shipping: 5, discount: -5 },
    },
  };
}

function prior(id: string, day: string): Schemas["Order"] {
  return { ...full(id), transactionDate: day, settledAt: null, fulfilledAt: null };
}

/** An order with nothing but what is required, and nulls that count as missing. */
function bare(id: string, day = "2026-11-01"): Schemas["Order"] {
  return {
    id, amount: 0, currency: "USD", transactionDate: day, ip: null, status: null, refunded: null,
    refundedAmount: null, type: null, receipt: null,
  };
}

async function service(): Promise<void> {
  same("ok", answer(await client.GET("/livez")).status);
  same("ok", answer(await client.GET("/readyz")).status);
  same("3.1.0", answer(await client.GET("/openapi.json"))["openapi"] as string);
  const page = await client.GET("/problems/{code}", { params: { path: { code: "not-found" } }, parseAs: "text" });
  same(true, answer(page).includes("<h1>not_found</h1>"));
}

async function track(): Promise<void> {
  const body: Schemas["Sighting"] = { email: "buyer@example.com", ip: "203.0.113.7" };
  same(NOW, answer(await client.POST("/api/v2/track", { body })));
  const past = { ...body, ip: "203.0.113.8", observedAt: "2026-11-19T12:00:00Z" };
  const header = { Prefer: "handling=strict" };
  same(NOW, answer(await client.POST("/api/v2/track", { body: past, params: { header } })));
}

async function upload(): Promise<void> {
  const orders = [
    full("A-1"), prior("P-1", "2026-03-01"), prior("P-2", "2026-05-01"), prior("P-3", "2026-11-10"),
    bare("upload"), bare("A-9", "2026-02-30"),
  ];
  const sent = answer(await client.POST("/api/v2/orders/upload", { body: { orders } }));
  same(5, sent.created);
  same(1, sent.rejected);
  same({ index: 0, id: "A-1", outcome: "created" }, sent.results[0]);
  same("rejected", sent.results[5]?.outcome);
  same("invalid_date", sent.results[5]?.errors?.[0]?.code);
  same("/orders/5/transactionDate", sent.results[5]?.errors?.[0]?.pointer);

  const lines = await client.POST("/api/v2/orders/upload", {
    // openapi-fetch types the body by the first media type. The second one is text.
    body: `${JSON.stringify(bare("L-1"))}\n` as never,
    bodySerializer: (text: unknown) => text as string,
    headers: { "Content-Type": "application/x-ndjson" },
  });
  same(1, answer(lines).lines);
}

async function pages(): Promise<void> {
  const params = { path: { id: "A-1" } };
  const asText = { params, parseAs: "text" } as const;
  const asBytes = { params, parseAs: "arrayBuffer" } as const;
  const html: string[] = [
    answer(await client.GET("/api/v2/orders/{id}/receipt", asText)),
    answer(await client.GET("/api/v2/orders/{id}/receipt.html", asText)),
    answer(await client.GET("/api/v2/orders/{id}/evidence", asText)),
    answer(await client.GET("/api/v2/orders/{id}/evidence.html", asText)),
  ];
  html.forEach((page) => same(true, page.includes("A-1")));
  const pdfs: ArrayBuffer[] = [
    answer(await client.GET("/api/v2/orders/{id}/receipt.pdf", asBytes)),
    answer(await client.GET("/api/v2/orders/{id}/evidence.pdf", asBytes)),
  ];
  pdfs.forEach((pdf) => same("%PDF", new TextDecoder().decode(pdf.slice(0, 4))));
  const submission = { params: { ...params, query: { format: "stripe" } } } as const;
  const evidence = answer(await client.GET("/api/v2/orders/{id}/submission", submission));
  same("stripe", typeof evidence === "object" ? evidence.format : evidence);
}

async function fetchOrder(): Promise<void> {
  const path = { id: "A-1" };
  const result = await client.GET("/api/v2/orders/{id}", { params: { path } });
  const { charge, compellingEvidence: evidence, digitalReceipt: receipt } = answer(result);
  same(LARGE_AMOUNT, charge.amount);
  same("2026-11-03", charge.settledAt);
  same("merchandise", charge.merchandiseOrServices);
  same("ch_A-1", charge.gatewayTransactionId);
  same("2026-11-20T12:00:00Z", charge.uploadedAt);
  same("qualified", evidence.status);
  same([], evidence.reasons);
  same("network", evidence.checks[0]?.code);
  same("high", evidence.credentialConfidence);
  same("order", evidence.evidence.ip?.source);
  same(null, evidence.priorTransactions[0]?.reason);
  same("equal", evidence.priorTransactions[0]?.elements.ip);
  same("prior_not_earlier", evidence.priorTransactions.at(-1)?.reason);
  same("9999999999.99", receipt.order.total);
  same(true, receipt.completeness.complete);

  const header = { "If-None-Match": result.response.headers.get("ETag") ?? "" };
  same(304, (await client.GET("/api/v2/orders/{id}", { params: { path, header } })).response.status);
  const query = { asOf: "2026-11-19", profile: "stripe" as const };
  const other = answer(await client.GET("/api/v2/orders/{id}", { params: { path, query } }));
  same("stripe", other.compellingEvidence.profile);
}

async function nullsAndReasons(): Promise<void> {
  const { compellingEvidence: evidence, charge } = answer(await client.GET("/api/v2/orders/upload", {}));
  same("upload", charge.id);
  same("requires_action", evidence.status);
  same(null, evidence.eligibleFrom);
  same("low", evidence.credentialConfidence);
  same("network_unknown", evidence.reasons[0]?.code);
  same(null, evidence.reasons[0]?.orderId);
  same(false, evidence.reasons[0]?.remedy === null);
}

async function laterFacts(): Promise<void> {
  const dispute: Schemas["Dispute"] = { disputeId: "D-1", condition: "Visa 10.4", openedAt: "2026-11-12" };
  const path = { id: "A-1" };
  const disputes = "/api/v2/orders/{id}/disputes";
  const created = answer(await client.POST(disputes, { params: { path }, body: dispute }), 201);
  same("10.4", created.condition);
  same("open", created.status);
  const withdrawn: Schemas["Dispute"] = { ...dispute, status: "withdrawn" };
  same("updated", answer(await client.POST(disputes, { params: { path }, body: withdrawn })).outcome);
  const ofDispute = { id: "A-1", disputeId: "D-1" };
  const patch: Schemas["DisputePatch"] = { respondBy: "2026-12-01T23:59:59Z", amount: 1999, currency: "GBP" };
  const changed = await client.PATCH("/api/v2/orders/{id}/disputes/{disputeId}", {
    params: { path: ofDispute },
    body: patch,
    headers: { "Content-Type": "application/json" },
  });
  same("updated", answer(changed).outcome);
  same(1999, answer(await client.GET(disputes, { params: { path } })).disputes[0]?.amount);
  const none = answer(await client.GET("/api/v2/orders/{id}/fraud-reports", { params: { path } })).fraudReports;
  same([], none);
  const report: Schemas["FraudReport"] = { reportId: "F-1", reportedAt: "2026-11-11", typeCode: null };
  const reports = await client.POST("/api/v2/orders/{id}/fraud-reports", { params: { path }, body: report });
  same("created", answer(reports, 201).outcome);
  const made = await client.POST("/api/v2/orders/{id}/receipt-link", { params: { path }, body: { expiresIn: 300 } });
  const link = answer(made, 201);
  const links = answer(await client.GET("/api/v2/orders/{id}/receipt-links", { params: { path } })).links;
  same([link.id], links.map((each) => each.id));
  const token = link.url.slice(link.url.lastIndexOf("/") + 1);
  const page = await client.GET("/r/{token}", { params: { path: { token } }, parseAs: "text" });
  same(200, page.response.status);
  const revoked = await client.DELETE("/api/v2/orders/{id}/receipt-links/{linkId}", {
    params: { path: { ...path, linkId: link.id } },
  });
  same(link.expiresAt, answer(revoked).expiresAt);
}

async function change(): Promise<void> {
  // A null removes a field. A field that is not sent stays.
  const body: Schemas["OrderPatch"] = { arn: null, refundedAmount: 5, receipt: { delivery: { carrier: null } } };
  const path = { id: "A-1" };
  const any = { path, header: { "If-Match": "*" } };
  const changed = answer(await client.PATCH("/api/v2/orders/{id}", { params: any, body }));
  same("updated", changed.outcome);
  same(undefined, changed.charge?.arn);
  same(5, changed.charge?.refundedAmount);
  same("2026-11-03", changed.charge?.settledAt);
  const first = { path, header: { "If-Match": '"1"' } };
  same("precondition_failed", problem(await client.PATCH("/api/v2/orders/{id}", { params: first, body }), 412).code);
  const failed = await client.PATCH("/api/v2/orders/upload", { body: { status: "failed" } });
  same("failed", answer(failed).charge?.status);
}

async function list(): Promise<void> {
  const first = answer(await client.GET("/api/v2/orders", { params: { query: { page: 0, per: 2 } } }));
  same(6, first.total);
  same(2, first.orders.length);
  const query = { per: 100, cursor: first.nextCursor ?? "" };
  const next = answer(await client.GET("/api/v2/orders", { params: { query } }));
  same(4, next.orders.length);
  same(undefined, next.nextCursor);
  const day = { from: "2026-11-01", to: "2026-11-01", status: "succeeded" as const, order: "asc" as const };
  const ofDay = answer(await client.GET("/api/v2/orders", { params: { query: day } }));
  same("L-1", ofDay.orders[0]?.id);
  same(undefined, ofDay.total);
}

async function pending(): Promise<void> {
  const query = { per: 5 };
  const waiting = answer(await client.GET("/api/v2/pending", { params: { query } }));
  same(0, waiting.pending.length);
  same(undefined, waiting.nextCursor);
}

async function search(): Promise<void> {
  const body: Schemas["OrderSearch"] = { gatewayTransactionId: "ch_A-1", per: 5 };
  const found = answer(await client.POST("/api/v2/orders/search", { body }));
  same(["A-1"], found.orders.map((order) => order.id));
  same(undefined, found.nextCursor);
  const nothing = problem(await client.POST("/api/v2/orders/search", { body: {} }), 422);
  same("required", nothing.errors?.[0]?.code);
  same("order_not_found", problem(await client.GET("/api/v2/orders/search", {}), 404).code);
  const missing = await client.PATCH("/api/v2/orders/search", { body: { status: "failed" } });
  same("order_not_found", problem(missing, 404).code);
}

async function exported(): Promise<void> {
  const params = { query: { verdicts: true } };
  const lines = answer(await client.GET("/api/v2/orders/export", { params, parseAs: "text" }));
  same(true, lines.trimEnd().endsWith('"complete":true}'));
  const missing = await client.PATCH("/api/v2/orders/export", { body: { status: "failed" } });
  same("order_not_found", problem(missing, 404).code);
}

async function keys(): Promise<void> {
  const body: Schemas["KeyRequest"] = {
    label: "till-4", scopes: ["read", "lookup"], expiresAt: "2027-01-31T00:00:00Z",
  };
  const made = answer(await client.POST("/api/v2/keys", { body }), 201);
  same(true, made.key.startsWith("oe_live_"));
  same(["lookup", "read"], made.scopes);
  same("active", made.state);
  same("2027-01-31T00:00:00Z", made.expiresAt);
  const rotate = "/api/v2/keys/{id}/rotate";
  const path = { id: made.id };
  const next = answer(await client.POST(rotate, { params: { path }, body: { graceSeconds: 60 } }), 201);
  same("grace", next.replaces?.state);
  same(next.id, next.replaces?.replacedBy);
  const again = await client.POST(rotate, { params: { path }, body: { graceSeconds: 0 } });
  same("key_conflict", problem(again, 409).code);
  const ended = await client.DELETE("/api/v2/keys/{id}", { params: { path: { id: next.id } } });
  same("revoked", answer(ended).state);
  const unknown = await client.DELETE("/api/v2/keys/{id}", { params: { path: { id: "key_unknown" } } });
  same("key_not_found", problem(unknown, 404).code);
  const first = answer(await client.GET("/api/v2/keys", { params: { query: { per: 2 } } }));
  same(2, first.keys.length);
  const query = { per: 2, cursor: first.nextCursor ?? "" };
  same(1, answer(await client.GET("/api/v2/keys", { params: { query } })).keys.length);
  const log = answer(await client.GET("/api/v2/account/audit", { params: { query: { per: 3 } } }));
  same(3, log.entries.length);
}

async function integrations(): Promise<void> {
  const secret = "whsec_of_typescript";
  const all = "/api/v2/integrations";
  const made = answer(await client.POST(all, { body: { platform: "stripe", secret } }), 201);
  same("live", made.mode);
  same(`${all}/stripe/${made.id}`, made.path);
  const params = { path: { id: made.id } };
  same(0, answer(await client.GET("/api/v2/integrations/{id}", { params })).openTasks);
  same(1, answer(await client.GET(all, { params: { query: { per: 1 } } })).integrations.length);
  const rotate = "/api/v2/integrations/{id}/rotate";
  same(2, answer(await client.POST(rotate, { params, body: { secret: "whsec_of_next" } })).secrets);
  same(1, answer(await client.POST(rotate, { params, body: { end: true } })).secrets);
  const replayed = await client.POST("/api/v2/integrations/{id}/replay", { params, body: {} });
  same(0, answer(replayed).replayed);
  same([], answer(await client.GET("/api/v2/integrations/{id}/events", { params })).events);
  const open = { ...params, query: { state: "open" as const } };
  same([], answer(await client.GET("/api/v2/integrations/{id}/tasks", { params: open })).tasks);
  const done = await client.POST("/api/v2/integrations/{id}/tasks/{taskId}/done", {
    params: { path: { id: made.id, taskId: "0" } },
  });
  same("task_not_found", done.error?.code);
  const removed = await client.DELETE("/api/v2/integrations/{id}", { params });
  same(made.id, answer(removed).id);
  const gone = await client.GET("/api/v2/integrations/{id}", { params });
  same("integration_not_found", gone.error?.code);
}

async function account(): Promise<void> {
  const empty = answer(await client.GET("/api/v2/account"));
  same(undefined, empty.merchandiseOrServices);
  const merchantInfo = full("A-1").receipt?.merchantInfo;
  const body: Schemas["AccountUpdate"] = { merchantInfo: merchantInfo ?? null, merchandiseOrServices: "services", showLogo: true };
  const replaced = answer(await client.PUT("/api/v2/account", { body }));
  same("Tea House", replaced.merchantInfo.name);
  same("Springfield", replaced.merchantInfo.merchantReceiptContact?.receiptAddress?.city);
  same(true, replaced.showLogo);
  same("services", answer(await client.GET("/api/v2/account")).merchandiseOrServices);
}

async function problems(): Promise<void> {
  const missing = await client.GET("/api/v2/orders/{id}", { params: { path: { id: "NOBODYS" } } });
  same("order_not_found", problem(missing, 404).code);
  const invalid = problem(await client.POST("/api/v2/track", { body: { email: "x", ip: "10.0.0.1" } }), 422);
  same(["email_invalid", "ip_not_public"], invalid.errors?.map((e) => e.code) ?? []);
  const noKey = createClient<paths>({ baseUrl: url });
  same("key_missing", problem(await noKey.GET("/api/v2/orders"), 401).code);
}

await service();
await track();
await upload();
await fetchOrder();
await pages();
await nullsAndReasons();
await laterFacts();
await change();
await list();
await search();
await exported();
await pending();
await keys();
await integrations();
await account();
await problems();
console.log("every call was made");
