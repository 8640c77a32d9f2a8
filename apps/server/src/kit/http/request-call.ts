import { chooseLanguage, languageCookie } from "@kakehashi/contract/languages";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "./call.ts";
import { cookieName } from "./cookie-names.ts";

/** Maximum characters of `User-Agent` that are stored. Browsers send half as many. */
const maximumUserAgentLength = 300;

/** The caller's interface language. */
export function languageOf(request: FastifyRequest) {
  return chooseLanguage(request.cookies?.[languageCookie], request.headers["accept-language"]);
}

/**
 * The properties of one request, computed when they are read. A class, because V8 gives each object literal
 * with a getter a new shape, which kept every request in memory until the next full garbage collection.
 */
export class RequestCall implements Call {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #secure: boolean;

  /** `secure`: the site uses https, so cookies have the prefixed name and are only sent over https. */
  constructor(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
    this.#request = request;
    this.#reply = reply;
    this.#secure = secure;
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
    return this.#request.cookies[cookieName(name, this.#secure)];
  }

  readHeader(name: string) {
    const value = this.#request.headers[name];
    return typeof value === "string" ? value : undefined;
  }

  readPlainCookie(name: string) {
    return this.#secure ? this.#request.cookies[name] : undefined;
  }

  setCookie(name: string, value: string, lifetime: number, sameSite: "strict" | "lax" = "strict"): void {
    const options = { path: "/", httpOnly: true, sameSite, secure: this.#secure };
    this.#reply.setCookie(cookieName(name, this.#secure), value, { ...options, maxAge: lifetime });
    if (this.readPlainCookie(name) !== undefined) this.#reply.clearCookie(name, options);
  }
}
