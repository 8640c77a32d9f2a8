import type { z } from "zod";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call an endpoint at all; what they may do to a row is decided by the service behind it.
 * `anyone` needs no session. `signed-in` needs a live one. `active` needs one that may write (not blocked).
 * `admin` needs the role; everybody else gets 403.
 */
export type EndpointGuard = "anyone" | "signed-in" | "active" | "admin";

type Shape = z.ZodType;

/** How a body may come: as JSON, as files and fields (`multipart/form-data`), or as a picture's bytes (`image/…`). */
export type BodyFormat = "json" | "multipart" | "image";

/** How a call may answer 200: with the envelope, with a file's bytes or a page. `redirect` is a 302 instead. */
export type AnswerFormat = "json" | "bytes" | "page" | "redirect";

/**
 * One call of the API, described once: the server validates and documents it, the browser calls it.
 * `path` stands below `/api`, with parameters as `:name`. `data` and `meta` are what the answer's envelope holds.
 * `limit` is how many calls a minute one person may make; where the guard is `anyone`, one network (an IPv4 address, an
 * IPv6 /64). Every call that writes or is costly has one. `filesPerMinute` limits further the calls that bring files
 * (multipart). Each process counts for itself, by person and not by connection. A call past its limit does nothing and
 * is answered with 429 ERR.TOO_MANY and `Retry-After` in seconds.
 */
export interface Endpoint {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly guard: EndpointGuard;
  readonly summary: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  /**
   * The formats that `body` may come in; JSON alone where nothing is said. A multipart or picture that is not named here
   * is refused unread, with 415.
   */
  readonly accepts?: readonly BodyFormat[];
  /** How it may answer; with the envelope alone where nothing is said. */
  readonly answers?: readonly AnswerFormat[];
  readonly data: Shape;
  readonly meta?: Shape;
  readonly limit?: { readonly perMinute: number; readonly filesPerMinute?: number };
}

export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives once the request is validated. */
export type Request<E extends Endpoint> = {
  params: OutputOf<E["params"]>;
  query: OutputOf<E["query"]>;
  body: OutputOf<E["body"]>;
};

type Given<K extends string, S> = S extends z.ZodType
  ? undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : Record<never, never> extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
  : { [P in K]?: undefined };

/** What a caller gives. */
export type Arguments<E extends Endpoint> = Given<"params", E["params"]> &
  Given<"query", E["query"]> &
  Given<"body", E["body"]>;

/** The envelope's content. */
export type Answer<E extends Endpoint> = E["meta"] extends z.ZodType
  ? { data: InputOf<E["data"]>; meta: InputOf<E["meta"]> }
  : { data: InputOf<E["data"]>; meta?: undefined };

/** The path below `/api` with its parameters filled in and escaped. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}
