import { expect, test } from "vitest";
import { encodingFor } from "./compression.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.5,gzip", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["gzip;q=0, br;q=0.000", "identity"],
  ["x-br, gzip-like", "identity"],
  [undefined, "identity"],
])("a browser that accepts %s gets %s", (acceptEncoding, encoding) => {
  expect(encodingFor(acceptEncoding, "text/html; charset=utf-8", 5_000)).toBe(encoding);
});

test("a short page and a picture are not compressed", () => {
  expect(encodingFor("br", "text/html", 100)).toBe("identity");
  expect(encodingFor("br", "image/png", 5_000)).toBe("identity");
});
