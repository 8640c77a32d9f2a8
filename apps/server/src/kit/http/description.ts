import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance } from "fastify";
import { openApi } from "./openapi.ts";

/**
 * Serves the OpenAPI document for programs, and at `/api/docs` for people. `reference` (Markdown) is the text
 * above the calls, `others` are paths that are not in the contract.
 */
export async function describeApi(
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
  reference: string,
  others: Record<string, unknown>,
): Promise<void> {
  // The plugin's type only allows OpenAPI 3.0, but the plugin can show 3.1.
  const document = openApi(endpoints, publicUrl, reference, others);
  http.get("/api/openapi.json", async () => document);
  await http.register(swagger, {
    mode: "static",
    specification: { document: document as unknown as StaticDocumentSpec["document"] },
  });
  await http.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: true,
    uiConfig: { docExpansion: "list" },
  });
}
