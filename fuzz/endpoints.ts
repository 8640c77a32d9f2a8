import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";

const contractFolder = join(import.meta.dirname, "../packages/contract/src");

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

/** Returns all endpoints that the files of the API contract export. */
export async function readEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(contractFolder).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const contractModules = await Promise.all(files.map((name) => import(join(contractFolder, name))));
  return [...new Set(contractModules.flatMap((module) => Object.values(module)).filter(isEndpoint))];
}
