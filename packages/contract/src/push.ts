import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyId } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { timeZoneSchema } from "./users.ts";

/** Characters; the push services' own are under 300. */
const longestEndpoint = 2000;

/** Unpadded base64url of that many bytes. */
const bytes = (count: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 8) / 6)}}={0,2}$`));

/** Where a browser's push service takes messages for it. Only over https, at the standard port, and by no password. */
const pushAddress = z.string().max(longestEndpoint).refine(isPushAddress);

function isPushAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, port, username, password } = new URL(address);
  return protocol === "https:" && port === "" && username === "" && password === "";
}

/** The most devices of one person: one more takes the place of the one whose session was used least lately. */
export const maximumPushDevices = 20;

/** A device that is told of messages while nobody looks at the page: the session that allowed it. */
export const pushDevice = z
  .object({
    id: idSchema,
    created_at: z.iso.datetime(),
    /** Whether it is the session that asks. */
    current: z.boolean(),
  })
  .meta({ id: "PushDevice" });
export type PushDevice = z.infer<typeof pushDevice>;

/** What a push message carries, encrypted for the browser alone. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Of the text: en, vi or ja. */
  readonly lang: string;
  /** Messages of one room replace each other. */
  readonly tag: string;
  /** Where a click leads, on this site. */
  readonly address: string;
}

/** The tag of a room's notices. */
export const pushTag = (conversationId: string) => `room ${conversationId}`;

export const getPushKey = endpoint({
  method: "GET",
  path: "/push/key",
  guard: "signed-in",
  summary: "The key by which browsers know that a push message comes from here: `applicationServerKey`.",
  data: z.object({ public_key: z.string() }),
});

export const listPushDevices = endpoint({
  method: "GET",
  path: "/push/subscriptions",
  guard: "signed-in",
  summary: "The devices on which I am told of messages.",
  data: z.array(pushDevice).max(maximumPushDevices),
});

export const subscribePush = endpoint({
  method: "POST",
  path: "/push/subscriptions",
  guard: "signed-in",
  limit: limits.form,
  summary:
    "Tells this session's device of messages from now on: one subscription a session, a new one replaces it.",
  body: z.strictObject({
    endpoint: pushAddress,
    /** The browser's public key (65 bytes) and secret (16 bytes), base64url. */
    keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
    /** The device's, for quiet hours where the settings name none. */
    time_zone: timeZoneSchema.optional(),
  }),
  data: pushDevice,
});

export const unsubscribePush = endpoint({
  method: "DELETE",
  path: "/push/subscriptions/:id",
  guard: "signed-in",
  limit: limits.form,
  summary: "Tells this device no more.",
  params: z.strictObject({ id: idSchema }),
  data: onlyId,
});
