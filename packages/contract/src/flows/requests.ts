import type { BlockOf } from "./blocks.ts";
import type { RequestEffect } from "./effects.ts";
import {
  flowTextLimits,
  maximumFilledTextLength,
  maximumResponseLength,
  maximumVariableValueLength,
} from "./limits.ts";
import { fillPlaceholders } from "./texts.ts";

type VariableLookup = (name: string) => string | undefined;

const escapeForJson = (value: string) => JSON.stringify(value).slice(1, -1);
/** Removes everything but printable ASCII from a header value, because a line break would begin another header. */
const escapeForHeader = (value: string) => value.replace(/[^\x20-\x7e]/g, "");

/** Returns the HTTP request of a block. Values of variables cannot change its host, add a header or break its JSON. */
export function createRequest(
  block: BlockOf<"request">,
  token: number,
  lookUp: VariableLookup,
): RequestEffect {
  return {
    type: "request",
    block_id: block.id,
    token,
    method: block.method,
    address: fillPlaceholders(block.address, lookUp, maximumFilledTextLength, encodeURIComponent),
    headers: block.headers.map(({ name, value }) => ({
      name,
      value: escapeForHeader(fillPlaceholders(value, lookUp, maximumVariableValueLength)),
    })),
    body:
      block.method === "POST"
        ? fillPlaceholders(block.body, lookUp, flowTextLimits.body * 10, escapeForJson)
        : "",
    timeout_seconds: block.timeout_seconds,
  };
}

/**
 * Returns the ids and values of the variables that another server's response sets. A path that does not exist in the
 * response sets no variable.
 */
export function extractVariablesFromResponse(
  block: BlockOf<"request">,
  body: string,
): [id: string | null, value: string][] {
  if (block.saves.length === 0) return [];
  let responseJson: unknown;
  try {
    responseJson = JSON.parse(body.slice(0, maximumResponseLength));
  } catch {
    return [];
  }
  return block.saves.flatMap(({ path, variable_id }): [string | null, string][] => {
    const value = readJsonValueAt(responseJson, path);
    return value === undefined ? [] : [[variable_id, value]];
  });
}

function readJsonValueAt(responseJson: unknown, path: string): string | undefined {
  let value = responseJson;
  for (const pathSegment of path.split(".")) {
    const name = pathSegment.trim();
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).toWellFormed().replaceAll("\u0000", "\uFFFD")
    : undefined;
}
