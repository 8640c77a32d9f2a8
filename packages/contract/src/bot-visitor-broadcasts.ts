import { z } from "zod";
import { maximumVisitorTurnsPerPage } from "./bot-visitor-shapes.ts";
import {
  createBotRequestLimit,
  createVisitorRequestLimit,
  maximumTurnsPerBotSession,
  visitedBotParams,
} from "./bot-visitors.ts";
import { endpoint } from "./kit/endpoint.ts";

/**
 * What happened to a broadcast on the visitor's page. Each value implies the values before it.
 *
 * - DELIVERED: the page has received the broadcast.
 * - READ: the broadcast was visible.
 * - CLICKED: the visitor pressed a link or a button of the broadcast.
 */
export const broadcastReceiptKinds = ["DELIVERED", "READ", "CLICKED"] as const;
export type BroadcastReceiptKind = (typeof broadcastReceiptKinds)[number];

export const sendBroadcastReceipts = endpoint({
  method: "POST",
  path: "/w/:bot_id/broadcasts",
  guard: "anyone",
  limit: { perMinute: 300, ...createVisitorRequestLimit(60), ...createBotRequestLimit(20_000) },
  summary:
    "Reports what happened to broadcasts on a visitor's page. `number` is the number of the broadcast's turn. Each report counts once for each visitor, however often it is repeated. Numbers of other turns change nothing.",
  params: visitedBotParams,
  body: z
    .strictObject({
      acts: z
        .array(
          z.strictObject({
            number: z.number().int().min(1).max(maximumTurnsPerBotSession),
            act: z.enum(broadcastReceiptKinds),
          }),
        )
        .min(1)
        .max(maximumVisitorTurnsPerPage),
    })
    .meta({ id: "VisitorBroadcastActs" }),
  data: z.strictObject({}),
});
