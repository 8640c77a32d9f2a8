import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance } from "fastify";
import { openApi } from "./openapi.ts";

/** The document that the page at `/api/docs` replaces when it is opened. */
const placeholder: StaticDocumentSpec["document"] = {
  openapi: "3.1.0",
  info: { title: "Kakehashi", version: "1" },
  paths: {},
};

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
  let documentCache: ReturnType<typeof openApi> | undefined;
  // Written when somebody first asks: it takes a tenth of the start, and most processes are never asked.
  const document = () => {
    documentCache ??= openApi(endpoints, publicUrl, reference, others);
    return documentCache;
  };
  http.get("/api/openapi.json", async () => document());
  await http.register(swagger, { mode: "static", specification: { document: placeholder } });
  await http.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: true,
    uiConfig: { docExpansion: "list" },
    transformSpecification: document,
    transformSpecificationClone: false,
  });
}
