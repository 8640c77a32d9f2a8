import type { FastifyInstance } from "fastify";

/** Parses JSON bodies. Accepts an empty body as no body, because several endpoints need none. */
export function addJsonParser(httpServer: FastifyInstance): void {
  const parseDefaultJson = httpServer.getDefaultJsonParser("error", "error");
  httpServer.removeContentTypeParser(["application/json", "text/plain"]);
  httpServer.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    (request, body, finishParsing) => {
      if (body === "") finishParsing(null, undefined);
      else parseDefaultJson(request, String(body), finishParsing);
    },
  );
}
