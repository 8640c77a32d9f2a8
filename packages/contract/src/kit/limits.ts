/**
 * How many calls a minute one person may make, by what the call is for. Each endpoint is counted for itself, so a busy
 * person is not held back in one thing by another. The numbers are about three times what people do at their busiest,
 * with several windows open.
 */
export const limits = {
  /** The page calls it by itself while one reads and writes, and after each reconnect: read marks, drafts, messages. */
  automatic: { perMinute: 600 },
  /** One click each, for example down a page of messages; also replayed at once after a time without a connection. */
  click: { perMinute: 300 },
  /** One form or dialog each: names, settings, profiles, what admins decide. */
  form: { perMinute: 60 },
  /** Sends a mail, or asks for a password. */
  mail: { perMinute: 20 },
  /** Asked while somebody types, or as lists are paged; costs the database some milliseconds. */
  lookup: { perMinute: 300 },
  /** Asked while somebody types a name, and tells of people whom the caller does not know yet. */
  strangers: { perMinute: 120 },
  /** Signing in, staying signed in and signing out, for one network: an office of 500 people in the morning. */
  arrival: { perMinute: 600 },
} as const satisfies Record<string, { readonly perMinute: number }>;
