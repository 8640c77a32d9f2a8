/**
 * Maximum bytes of text that one person may store per hour as messages, edits and translations, on one process. Ten
 * people type less in a day. A message of the maximum length has 40,000 to 120,000 bytes.
 */
export const textBytesPerHour = 4_000_000;

/**
 * Calls per minute that one person may make, by kind of call. Each endpoint has its own count, so one busy
 * endpoint does not block another. The numbers are about three times the maximum that people need, with
 * several windows open.
 */
export const limits = {
  /**
   * Calls that send messages, and calls that the page makes by itself, such as its reports of read messages and of
   * drafts. After a reconnect the page repeats these calls.
   */
  automatic: { perMinute: 600 },
  /**
   * Calls for one click each, for example on a page of messages. The page sends all clicks that were made without a
   * connection once the connection returns.
   */
  click: { perMinute: 300 },
  /** Calls for one form or dialog each: names, settings, profiles, an admin's decisions. */
  form: { perMinute: 60 },
  /** Calls that send a mail or check a password. */
  mail: { perMinute: 20 },
  /** Calls that a page makes while somebody types or scrolls. Each call costs the database some milliseconds. */
  lookup: { perMinute: 300 },
  /** Calls that read a row, a short list or a count. A page makes several at once, and again after each reconnect. */
  read: { perMinute: 1_200 },
  /** Calls that read pictures and files. A gallery page shows a hundred pictures. */
  picture: { perMinute: 3_000 },
  /** Calls for the public pages, counted by network. The server makes the same calls when it renders a page. */
  public: { perMinute: 3_000 },
  /** Calls that search while somebody types a name. The search finds people whom the caller does not know yet. */
  strangers: { perMinute: 120 },
  /**
   * Signing in, refreshing tokens and signing out, counted by network. An office of 500 people stays below this
   * limit in the morning.
   */
  arrival: { perMinute: 600 },
} as const satisfies Record<string, { readonly perMinute: number }>;
