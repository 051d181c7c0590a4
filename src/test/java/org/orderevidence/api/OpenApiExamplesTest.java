package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The examples of the description fit their schemas, and are what the service answers. */
class OpenApiExamplesTest extends OnSqlite {
    private static final OpenApiCheck DESCRIPTION = OpenApiCheck.SHARED;

    @Test
    void everyExampleFitsItsSchema() {
        int checked = check("", DESCRIPTION.root());

        assertTrue(checked > 40, "examples: " + checked);
    }

    private static int check(String at, JsonNode node) {
        int checked = 0;
        if (node.has("example") && node.has("schema")) {
            DESCRIPTION.checkValue(at, node.path("schema"), node.path("example"));
            checked++;
        } else if (node.has("example") && node.has("type")) {
            DESCRIPTION.checkValue(at, node, node.path("example"));
            checked++;
        }
        for (String name : node.propertyNames()) {
            checked += name.equals("example") ? 0 : check(at + "/" + name, node.path(name));
        }
        return checked;
    }

    @Test
    void theServiceAnswersTheRequestsOfTheExamplesLikeThis() {
        Shop shop = api().newShop();

        assertEquals(
                answer("post", "/api/v2/track", "200"),
                post(shop, "/api/v2/track").json());
        assertEquals(
                answer("post", "/api/v2/orders/upload", "200"),
                post(shop, "/api/v2/orders/upload").json());
        assertEquals(
                answer("get", "/api/v2/orders/{id}", "200"),
                shop.get("/api/v2/orders/A-1").json());
        JsonNode change = DESCRIPTION
                .root()
                .at("/paths/~1api~1v2~1orders~1{id}/patch/requestBody/content/application~1merge-patch+json/example");
        assertEquals(
                answer("patch", "/api/v2/orders/{id}", "200"),
                shop.patch("/api/v2/orders/A-1", change.toString()).json());
        for (String facts : new String[] {"/api/v2/orders/{id}/disputes", "/api/v2/orders/{id}/fraud-reports"}) {
            assertEquals(answer("post", facts, "201"), post(shop, facts).is(201).json());
            assertEquals(answer("post", facts, "200"), post(shop, facts).is(200).json());
        }
        assertEquals(
                answer("get", "/api/v2/orders", "200"),
                shop.get("/api/v2/orders").json());
        for (String health : new String[] {"/livez", "/readyz"}) {
            assertEquals(answer("get", health, "200"), shop.get(health).json());
        }
    }

    @Test
    void theServiceAnswersFaultsLikeThis() {
        Shop shop = api().newShop();

        assertProblem("BadRequest", shop.get("/api/v2/orders?per=0"));
        assertProblem("Unauthorized", api().send("GET", "/api/v2/orders"));
        assertProblem("OrderNotFound", shop.get("/api/v2/orders/A-1"));
        assertProblem("NotFound", api().send("POST", "/orders/upload"));
        assertProblem(
                "Unprocessable",
                shop.post("/api/v2/track", "{\"email\": \"buyer@example.com\", \"ip\": \"10.0.0.1\"}"));
    }

    @Test
    void everyExampleOfAProblemHasItsWords() {
        for (JsonNode response : DESCRIPTION.root().at("/components/responses")) {
            JsonNode example = response.at("/content/application~1problem+json/example");
            if (example.isMissingNode()) {
                continue;
            }
            assertTrue(
                    Arrays.stream(Problem.values())
                            .anyMatch(problem -> problem.status()
                                            == example.path("status").asInt()
                                    && problem.code()
                                            .equals(example.path("code").asString())
                                    && problem.type()
                                            .equals(example.path("type").asString())
                                    && problem.title()
                                            .equals(example.path("title").asString())),
                    example::toString);
        }
    }

    private static void assertProblem(String response, Reply reply) {
        JsonNode example = DESCRIPTION
                .root()
                .at("/components/responses")
                .path(response)
                .at("/content/application~1problem+json/example");
        assertEquals(withoutRequestId(example), withoutRequestId(reply.json()));
    }

    private static JsonNode withoutRequestId(JsonNode problem) {
        return ((ObjectNode) problem.deepCopy()).without("requestId");
    }

    private static Reply post(Shop shop, String path) {
        JsonNode request = operation("post", path).at("/requestBody/content/application~1json/example");
        return shop.post(path.replace("{id}", "A-1"), request.toString());
    }

    private static JsonNode answer(String method, String path, String status) {
        return DESCRIPTION
                .resolve(operation(method, path).path("responses").path(status))
                .at("/content/application~1json/example");
    }

    private static JsonNode operation(String method, String path) {
        return DESCRIPTION.root().path("paths").path(path).path(method);
    }
}
