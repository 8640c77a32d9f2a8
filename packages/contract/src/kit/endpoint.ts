import type { z } from "zod";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call an endpoint at all; what they may do to a row is decided by the service behind it.
 * `anyone` needs no session. `signed-in` needs a live one. `active` needs one that may write (not blocked).
 * `admin` needs the role; everybody else gets 403.
 */
export type EndpointGuard = "anyone" | "signed-in" | "active" | "admin";

type Shape = z.ZodType;

/**
 * One call of the API, described once: the server validates and documents it, the browser calls it.
 * `path` stands below `/api`, with parameters as `:name`. `data` and `meta` are what the answer's envelope holds.
 * `limit` bounds calls a minute, for what is costly or worth guessing at: per person, and where the guard is `anyone` per
 * network (an IPv4 address, an IPv6 /64). `of: "multipart"` counts those alone that bring files. Each process counts for
 * itself; the answer past it is 429 ERR.TOO_MANY with `Retry-After` in seconds.
 */
export interface Endpoint {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly guard: EndpointGuard;
  readonly summary: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly data: Shape;
  readonly meta?: Shape;
  readonly limit?: { readonly perMinute: number; readonly of?: "multipart" };
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
