import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance } from "fastify";
import { buildOpenApi } from "./openapi.ts";

/** A placeholder document. The page at `/api/docs` loads the real document when somebody opens it. */
const documentPlaceholder: StaticDocumentSpec["document"] = {
  openapi: "3.1.0",
  info: { title: "Kakehashi", version: "1" },
  paths: {},
};

/**
 * Serves the OpenAPI document for programs, and at `/api/docs` for people. `introduction` (Markdown) is the text above
 * the endpoints, `otherPaths` are paths that are not in the contract.
 */
export async function serveApiDescription(
  httpServer: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
  introduction: string,
  otherPaths: Record<string, unknown>,
): Promise<void> {
  let documentCache: ReturnType<typeof buildOpenApi> | undefined;
  // Builds the document when it is first requested. Building it takes a tenth of the start time, and most processes are
  // never asked for it.
  const buildDocumentOnce = () => {
    documentCache ??= buildOpenApi(endpoints, publicUrl, introduction, otherPaths);
    return documentCache;
  };
  let documentBytes: Buffer | undefined;
  httpServer.get("/api/openapi.json", async (_, reply) => {
    // All requests get the same bytes. So a client that does not read its response uses no additional memory.
    documentBytes ??= Buffer.from(JSON.stringify(buildDocumentOnce()));
    return reply.type("application/json; charset=utf-8").send(documentBytes);
  });
  await httpServer.register(swagger, { mode: "static", specification: { document: documentPlaceholder } });
  await httpServer.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: true,
    uiConfig: { docExpansion: "list" },
    transformSpecification: buildDocumentOnce,
    transformSpecificationClone: false,
  });
}
