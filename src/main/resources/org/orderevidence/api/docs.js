"use strict";
const isNamed = (each) => each.getIn(["operation", "operationId"]).includes("OrderNamed");
SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#docs",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    // An order can have the ID "search". Its operations come last.
    operationsSorter: (a, b) => isNamed(a) - isNamed(b),
});
