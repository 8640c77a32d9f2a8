import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { timeZoneSchema } from "./user-settings.ts";

/** Maximum characters of a push service's URL. URLs of real push services have fewer than 300. */
const maximumEndpointLength = 2000;

export const createBase64UrlPattern = (byteCount: number) =>
  new RegExp(`^[\\w-]{${Math.ceil((byteCount * 8) / 6)}}={0,2}$`);

/** Returns a schema for exactly `count` bytes in base64url, with or without padding. */
const createBase64BytesSchema = (count: number) => z.string().regex(createBase64UrlPattern(count));

/** The URL at which a browser's push service accepts messages. It must be https on port 443, without a password. */
const pushAddressSchema = z.string().max(maximumEndpointLength).refine(isPushAddress);

function isPushAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, port, username, password } = new URL(address);
  return protocol === "https:" && port === "" && username === "" && password === "";
}

/**
 * Maximum devices of one person that receive push messages. One more device replaces the device whose session was used
 * least recently.
 */
export const maximumPushDevicesPerPerson = 20;

/**
 * A device that receives push messages while the page is closed. It belongs to the session in which the person allowed
 * them.
 */
export const pushDeviceSchema = z
  .object({
    id: idSchema,
    created_at: z.iso.datetime(),
    /** Whether the device belongs to the session of this request. */
    current: z.boolean(),
  })
  .meta({ id: "PushDevice" });
export type PushDevice = z.infer<typeof pushDeviceSchema>;

/** The content of a push message, encrypted so that only the browser can read it. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The language of the push message's text: en, vi or ja. */
  readonly lang: string;
  /**
   * The tag of the push message. A new message replaces an older one with the same tag, so a device shows one message
   * per room.
   */
  readonly tag: string;
  /** The path on this site that a click on the push message opens. */
  readonly address: string;
}

/** Returns the tag of a room's push messages. */
export const createRoomPushTag = (conversationId: string) => `room ${conversationId}`;

export const getPushKey = endpoint({
  method: "GET",
  path: "/push/key",
  guard: "signed-in",
  limit: limits.read,
  summary:
    "Returns the key by which browsers know that a push message comes from this server: `applicationServerKey`.",
  data: z.object({ public_key: z.string().max(200) }),
});

export const listPushDevices = endpoint({
  method: "GET",
  path: "/push/subscriptions",
  guard: "signed-in",
  limit: limits.read,
  summary: "Lists the devices that get push messages for the caller.",
  data: z.array(pushDeviceSchema).max(maximumPushDevicesPerPerson),
});

export const subscribePush = endpoint({
  method: "POST",
  path: "/push/subscriptions",
  guard: "signed-in",
  limit: limits.form,
  summary:
    "Subscribes the device of this session to push messages. Each session has one subscription; a new one replaces it.",
  body: z.strictObject({
    endpoint: pushAddressSchema,
    /**
     * The browser's public key (65 bytes) and secret (16 bytes), in base64url. They encrypt push messages to the
     * browser.
     */
    keys: z.strictObject({ p256dh: createBase64BytesSchema(65), auth: createBase64BytesSchema(16) }),
    /** The device's time zone. It decides quiet hours if the person's settings have no time zone. */
    time_zone: timeZoneSchema.optional(),
  }),
  data: pushDeviceSchema,
});

export const unsubscribePush = endpoint({
  method: "DELETE",
  path: "/push/subscriptions/:id",
  guard: "signed-in",
  limit: limits.form,
  summary: "Ends the push messages to a device.",
  params: z.strictObject({ id: idSchema }),
  data: onlyIdSchema,
});
