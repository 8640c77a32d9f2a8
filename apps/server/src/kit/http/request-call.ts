import { chooseLanguage, languageCookieName } from "@kakehashi/contract/languages";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "./call.ts";
import { toCookieName } from "./cookie-names.ts";

/** Maximum characters of `User-Agent` that are stored. Browsers send about half as many. */
const maximumUserAgentLength = 300;

export function languageOf(request: FastifyRequest) {
  return chooseLanguage(request.cookies?.[languageCookieName], request.headers["accept-language"]);
}

/**
 * The properties of one request. Each is computed when it is read. It is a class for a reason: V8 gives each object
 * literal with a getter a separate shape, which keeps every request in memory until the next full garbage collection.
 */
export class RequestCall implements Call {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #isSecure: boolean;

  /**
   * `isSecure`: the site uses https. Then cookie names have the prefix `__Host-`, and browsers send the cookies only
   * over https.
   */
  constructor(request: FastifyRequest, reply: FastifyReply, isSecure: boolean) {
    this.#request = request;
    this.#reply = reply;
    this.#isSecure = isSecure;
  }

  get actor() {
    return this.#request.actor;
  }

  get language() {
    return languageOf(this.#request);
  }

  get ip() {
    return this.#request.ip;
  }

  get prefersJson() {
    return (this.#request.headers.accept ?? "").trimStart().startsWith("application/json");
  }

  get userAgent() {
    return (this.#request.headers["user-agent"] ?? "").slice(0, maximumUserAgentLength);
  }

  readCookie(name: string) {
    return this.#request.cookies[toCookieName(name, this.#isSecure)];
  }

  readHeader(name: string) {
    const value = this.#request.headers[name];
    return typeof value === "string" ? value : undefined;
  }

  readUnprefixedCookie(name: string) {
    return this.#isSecure ? this.#request.cookies[name] : undefined;
  }

  setCookie(
    name: string,
    value: string,
    lifetimeSeconds: number,
    sameSite: "strict" | "lax" = "strict",
  ): void {
    const options = { path: "/", httpOnly: true, sameSite, secure: this.#isSecure };
    this.#reply.setCookie(toCookieName(name, this.#isSecure), value, { ...options, maxAge: lifetimeSeconds });
    if (this.readUnprefixedCookie(name) !== undefined) this.#reply.clearCookie(name, options);
  }
}
