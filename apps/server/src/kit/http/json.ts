import type { FastifyInstance } from "fastify";

/** Parses JSON bodies. Accepts an empty body as no body, because several endpoints need none. */
export function readJson(http: FastifyInstance): void {
  const parseDefaultJson = http.getDefaultJsonParser("error", "error");
  http.removeContentTypeParser(["application/json", "text/plain"]);
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parseDefaultJson(request, String(body), done);
  });
}
