/**
 * Maximum bytes of text that one person may store per hour as messages, edits and translations. Each process counts
 * alone. Ten people together type less than this in a day. The largest possible message has 120,000 bytes.
 */
export const textBytesPerPersonAndHour = 4_000_000;

/**
 * How many requests per minute one person may send to an endpoint, by kind of endpoint. Each endpoint is counted
 * separately, so one busy endpoint does not block another. The limits are about three times what people need with
 * several windows open.
 */
export const limits = {
  /**
   * Endpoints that send messages, and endpoints that the page uses by itself, for example to save read positions and
   * drafts. After a reconnect the page repeats such requests.
   */
  automatic: { perMinute: 600 },
  /**
   * Endpoints for single clicks, for example on a page of messages. When a lost connection returns, the page sends all
   * clicks that were made in the meantime.
   */
  click: { perMinute: 300 },
  /** Endpoints for one form or dialog: names, settings, profiles, an admin's decisions. */
  form: { perMinute: 60 },
  /** Endpoints that send a mail or check a password. */
  mail: { perMinute: 20 },
  /** Endpoints that a page uses while somebody types or scrolls. Each request costs the database some milliseconds. */
  lookup: { perMinute: 300 },
  /**
   * Endpoints that read a row, a short list or a count. A page sends several such requests at once, and again after
   * each reconnect.
   */
  read: { perMinute: 1_200 },
  /** Endpoints that read pictures and files. A gallery page shows a hundred pictures. */
  picture: { perMinute: 3_000 },
  /**
   * Endpoints for the public pages, counted by network. The server itself uses the same endpoints when it renders a
   * page.
   */
  public: { perMinute: 3_000 },
  /**
   * Endpoints that search for people while somebody types a name. Their results include people whom the caller does not
   * know yet.
   */
  strangers: { perMinute: 120 },
  /**
   * Endpoints for signing in, refreshing tokens and signing out, counted by network. An office of 500 people stays
   * below this limit even in the morning.
   */
  arrival: { perMinute: 600 },
} as const satisfies Record<string, { readonly perMinute: number }>;
