import { brand } from "contract/brand.ts";
import { basePathOf } from "contract/core/base-path.ts";
import type { FastifyInstance } from "fastify";
// The package's main module would run the browser bundle.
import absolutePath from "swagger-ui-dist/absolute-path.js";
import { serveFiles } from "../http/files.ts";
import { pagePolicy } from "../http/security/headers.ts";
import { openApiDocument } from "./openapi.ts";

const documentPath = "/api/openapi.json";

/** The OpenAPI document, and a page to read it and try calls. */
export async function apiDocsRoutes(app: FastifyInstance, version: string, publicUrl: string): Promise<void> {
  const basePath = basePathOf(publicUrl);
  app.get(documentPath, async (request, reply) => {
    const { responses } = app.calls;
    const document = await responses.respond(documentPath, () => ({
      contentType: "application/json; charset=utf-8",
      body: JSON.stringify(openApiDocument(version, publicUrl)),
    }));
    return responses.send(request, reply.header("cache-control", "public, max-age=300"), document);
  });

  await serveFiles(app, {
    root: absolutePath(),
    prefix: "/api/docs/",
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
  app.get("/api/docs", (_, reply) =>
    reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(page(basePath)),
  );
  app.get("/api/docs/start.js", (_, reply) => reply.type("text/javascript; charset=utf-8").send(script(basePath)));
}

// Swagger UI's style sheet contains images
const policy = pagePolicy({ images: ["data:"] });

const page = (basePath: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.name} API</title>
<link rel="stylesheet" href="${basePath}/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="${basePath}/api/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/api/docs/start.js"></script>
</body>
</html>
`;

function script(basePath: string): string {
  // extensions are the permission and the scope that a call needs
  const options = { url: basePath + documentPath, dom_id: "#docs", deepLinking: true, showExtensions: true };
  return `SwaggerUIBundle(${JSON.stringify(options)});\n`;
}
