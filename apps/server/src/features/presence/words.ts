import { type PresenceReport, presenceReport } from "@kakehashi/contract/live";
import type { PresenceOnNode } from "./roster.ts";

/** What became of a person; null: they are gone. */
export type Change = readonly [userId: string, standing: PresenceOnNode | null];

/** What travels between the processes. `count` numbers the words of changes of one process. */
export type BusMessage =
  | { node: string; is: "beat"; count: number }
  | { node: string; is: "changes"; count: number; changes: Change[] }
  /** Everybody, in one or more parts. */
  | { node: string; is: "all"; count: number; first: boolean; changes: Change[] }
  | { node: string; is: "ask"; of: string }
  /** A room lost this person: who follows whom may be another now. */
  | { node: string; is: "parted"; userId: string }
  | { node: string; is: "settings"; userId: string };

/** What a client reports of itself; null where that is no report. */
export function readReport(body: string): PresenceReport | null {
  try {
    return presenceReport.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
