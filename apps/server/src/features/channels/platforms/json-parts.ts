import { createHash } from "node:crypto";
import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import { maximumLocationNameLength } from "@kakehashi/contract/outside-message-extras";
import { toStorableText } from "@kakehashi/contract/storable";
import type { IncomingLocation } from "./platform.ts";

// Helpers that read values from a webhook's body. A value may have any type, and no helper throws.

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const toObjectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Returns a number, or the number that a string contains. Null for other values. */
export function toNumberOrNull(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export const toListOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Converts a value to a string that PostgreSQL can store. Lone surrogates and NUL become U+FFFD. A value that is not a
 * string becomes an empty string.
 */
export const toTextOrEmpty = (value: unknown): string =>
  typeof value === "string" ? toStorableText(value) : "";

/** Returns an event's name, cut to 100 characters for storing. Empty if the value is not a string. */
export const toStorableEventName = (value: unknown): string =>
  typeof value === "string" ? toStorableText(value.slice(0, 100)) : "";

const maximumIdLength = 300;

/**
 * Converts the id of a page, a person or a message to a string. Returns an empty string for a value that cannot be an
 * id. On Messenger and on Zalo, ids have only ASCII characters.
 */
export function toExternalIdOrEmpty(value: unknown): string {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : "";
  return typeof value === "string" && value.length <= maximumIdLength && /^[\x21-\x7e]+$/.test(value)
    ? value
    : "";
}

const maximumUrlLength = 4_000;

/**
 * Returns the normalized URL if the value is an http or https address that is not too long. Returns null for other
 * values.
 */
export function toHttpAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maximumUrlLength || !/^https?:\/\//i.test(value))
    return null;
  return URL.canParse(value) ? new URL(value).href : null;
}

const earliestTimeMs = Date.parse("2010-01-01T00:00:00Z");
const latestTimeMs = Date.parse("2100-01-01T00:00:00Z");

/**
 * Converts a time in milliseconds since 1970, as a number or as digits. Returns the current time for other values, and
 * for times before 2010 or after 2099.
 */
export function toDateOrNow(value: unknown): Date {
  const milliseconds = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  const isValidTime =
    typeof milliseconds === "number" && milliseconds >= earliestTimeMs && milliseconds < latestTimeMs;
  return new Date(isValidTime ? milliseconds : Date.now());
}

/**
 * Reads a latitude or longitude, which may be a number or a text of digits. Returns null for other values, and for
 * degrees beyond `limit` or `-limit`.
 */
export function toDegrees(value: unknown, limit: number): number | null {
  const isNumeric =
    typeof value === "number" || (typeof value === "string" && /^-?\d{1,3}(\.\d{1,20})?$/.test(value));
  const degrees = isNumeric ? Number(value) : Number.NaN;
  return Math.abs(degrees) <= limit ? degrees : null;
}

/** Returns the location in an event. Its name consists of `nameLines`. Null if the coordinates are not valid. */
export function toLocation(
  coordinates: JsonObject,
  coordinateKeys: { latitude: string; longitude: string },
  nameLines: readonly string[],
): IncomingLocation | null {
  const latitude = toDegrees(coordinates[coordinateKeys.latitude], 90);
  const longitude = toDegrees(coordinates[coordinateKeys.longitude], 180);
  if (latitude === null || longitude === null) return null;
  const name = removeDirectionOverrides(joinDistinctLines(...nameLines))
    .slice(0, maximumLocationNameLength)
    .toWellFormed();
  return { latitude, longitude, name: name === "" ? null : name };
}

/** Joins lines of text. Leaves out blank lines and repeated lines. */
export const joinDistinctLines = (...lines: readonly string[]): string =>
  [...new Set(lines.map((line) => line.trim()).filter(Boolean))].join("\n");

/** Computes a key for an event that has no id. The same type and values always give the same key. */
export function computeEventKey(type: string, ...values: readonly unknown[]): string {
  return `${type}:${createHash("sha256").update(values.map(toJsonText).join("\n")).digest("base64url")}`;
}

/**
 * Returns the JSON of a value. Empty for undefined. If the value is nested too deeply, returns the text `nested too
 * deeply`.
 */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "nested too deeply";
  }
}
