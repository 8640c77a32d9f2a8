import { type PresenceReport, presenceReportSchema } from "@kakehashi/contract/live";
import type { ConnectedPersonState } from "./roster.ts";

/** The new presence of a person. Null means offline. */
export type PresenceChange = readonly [userId: string, standing: ConnectedPersonState | null];

/**
 * The messages about presence that processes send to each other. `count` is how many change messages the sender has
 * sent so far.
 */
export type PresenceBusMessage =
  | { node: string; is: "beat"; count: number }
  | { node: string; is: "changes"; count: number; changes: PresenceChange[] }
  /** All people who are connected to the process that sends this message. A long list is sent as several messages. */
  | { node: string; is: "all"; count: number; first: boolean; changes: PresenceChange[] }
  | { node: string; is: "ask"; of: string }
  /** A person left a room, so some people may have to stop following each other. */
  | { node: string; is: "parted"; userId: string }
  | { node: string; is: "settings"; userId: string };

/** Parses the report of a client about the people whom it shows. Null if the report is not valid. */
export function parseClientPresenceReport(body: string): PresenceReport | null {
  try {
    return presenceReportSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
