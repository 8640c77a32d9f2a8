import type { FastifyInstance } from "fastify";

/** Parses JSON bodies. An empty body counts as none, because several calls have no body. */
export function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeContentTypeParser(["application/json", "text/plain"]);
  http.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, String(body), done);
  });
}
