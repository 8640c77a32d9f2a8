import { type PresenceReport, presenceReport } from "@kakehashi/contract/live";
import type { PresenceOnNode } from "./roster.ts";

/** A person's new presence. Null: the person is offline. */
export type PresenceChange = readonly [userId: string, standing: PresenceOnNode | null];

/** The presence messages between processes. `count` numbers the change messages of each process. */
export type PresenceBusMessage =
  | { node: string; is: "beat"; count: number }
  | { node: string; is: "changes"; count: number; changes: PresenceChange[] }
  /** All connected people of a process, in one or more parts. */
  | { node: string; is: "all"; count: number; first: boolean; changes: PresenceChange[] }
  | { node: string; is: "ask"; of: string }
  /** A person left a room, so some pairs of people may no longer follow each other. */
  | { node: string; is: "parted"; userId: string }
  | { node: string; is: "settings"; userId: string };

/** Parses a client's presence report. Null if the text is not a valid report. */
export function readReport(body: string): PresenceReport | null {
  try {
    return presenceReport.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
