import type { Endpoint, HttpMethod } from "@kakehashi/contract/kit/endpoint";
import type { FastifyInstance, HTTPMethods } from "fastify";
import { AppError } from "../errors.ts";

const routedMethods: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Responds to an unsupported method of a known URL with 405 and the list of allowed methods. */
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const methodsByUrl = new Map<string, Set<HttpMethod>>();
  for (const { path, method } of endpoints)
    methodsByUrl.set(path, (methodsByUrl.get(path) ?? new Set()).add(method));
  for (const [url, allowedMethods] of methodsByUrl) {
    const allowHeader = [...allowedMethods]
      .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
      .sort();
    app.route({
      method: routedMethods.filter((method) => !allowHeader.includes(method)),
      url,
      exposeHeadRoute: false,
      // Refuses the method in this hook, because hooks run before the request's body is read.
      onRequest: async (_, reply) => {
        reply.header("allow", allowHeader.join(", "));
        throw new AppError("ERR.METHOD");
      },
      handler: async () => undefined,
    });
  }
}
