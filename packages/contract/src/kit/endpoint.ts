import type { z } from "zod";

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may use an endpoint. The endpoint's own code decides which rows the person may read or change. `anyone` needs no
 * session. `signed-in` needs a valid session. `active` needs a valid session of an account that is not blocked. `admin`
 * needs the admin role; others get 403.
 */
export type EndpointGuard = "anyone" | "signed-in" | "active" | "admin";

type EndpointSchema = z.ZodType;

/**
 * The formats of a request body: JSON, files and fields (`multipart/form-data`), or a picture's bytes
 * (`image/…`).
 */
export type BodyFormat = "json" | "multipart" | "image";

/**
 * The formats of a 200 response: the JSON envelope, a file's bytes, or an HTML page. With `redirect` the response has
 * the status 302 instead.
 */
export type AnswerFormat = "json" | "bytes" | "page" | "redirect";

/**
 * One API endpoint. The server uses it for validation and documentation, the browser for its requests. `path` is below
 * `/api`, with parameters as `:name`. `data` and `meta` are parts of the response body.
 *
 * All limits are per minute, and each process counts alone. A request over a limit has no effect and gets 429
 * ERR.TOO_MANY with `Retry-After` in seconds.
 *
 * - `limit`: the maximum number of requests of one person. With the guard `anyone`: of one network (an IPv4 address or
 *   an IPv6 /64).
 * - `filesPerMinute`: a second limit for multipart requests.
 * - `byKey`: limits for guests who send a known key in this header. Each key has the limit `perMinute`. All known keys
 *   of one network together have the limit `perMinuteOfNetwork`.
 * - `byParam`: a limit for each value of this path parameter, which counts the requests of all callers together.
 */
export interface Endpoint {
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  readonly guard: EndpointGuard;
  readonly summary: string;
  readonly params?: EndpointSchema;
  readonly query?: EndpointSchema;
  readonly body?: EndpointSchema;
  /**
   * The allowed formats of `body`. Default: JSON only. A multipart body or picture that is not allowed is refused with
   * 415 before it is read.
   */
  readonly bodyFormats?: readonly BodyFormat[];
  /** The formats of an endpoint's response. Default: only the JSON envelope. */
  readonly answerFormats?: readonly AnswerFormat[];
  readonly data: EndpointSchema;
  readonly meta?: EndpointSchema;
  /** Maximum bytes of an endpoint's JSON body. Default: 512 kB, and 48 kB for the guard `anyone`. */
  readonly maximumBodyBytes?: number;
  readonly limit: {
    readonly perMinute: number;
    readonly filesPerMinute?: number;
    readonly byKey?: {
      readonly header: string;
      readonly perMinute: number;
      readonly perMinuteOfNetwork: number;
    };
    readonly byParam?: { readonly name: string; readonly perMinute: number };
  };
}

/** Describes an endpoint. A misspelt field is an error of types: otherwise a limit or a format would silently be absent. */
export function endpoint<const E extends Endpoint>(
  description: E & { readonly [K in Exclude<keyof E, keyof Endpoint>]: never },
): E {
  return description;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The input of an endpoint's handler, after the request has been validated. */
export type RequestOf<E extends Endpoint> = {
  params: OutputOf<E["params"]>;
  query: OutputOf<E["query"]>;
  body: OutputOf<E["body"]>;
};

type SchemaPart<K extends string, S> = S extends z.ZodType
  ? undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : Record<never, never> extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
  : { [P in K]?: undefined };

/** The arguments with which the client sends a request to an endpoint. */
export type CallArguments<E extends Endpoint> = SchemaPart<"params", E["params"]> &
  SchemaPart<"query", E["query"]> &
  SchemaPart<"body", E["body"]>;

/** The types of `data` and `meta` in an endpoint's response. */
export type AnswerOf<E extends Endpoint> = E["meta"] extends z.ZodType
  ? { data: InputOf<E["data"]>; meta: InputOf<E["meta"]> }
  : { data: InputOf<E["data"]>; meta?: undefined };

/** Returns the path of a request below `/api`, with the parameters escaped and filled in. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}
