import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema, languages } from "./languages.ts";
import { machineProblemSchema, machineProviderSchema, machineSwitchBody } from "./machine.ts";
import { messageTextSchema } from "./message-text.ts";
import { maximumTranslationCodeUnits, translationOriginSchema } from "./translation-states.ts";

/**
 * Whether the server sends a room's texts to the translation provider. In a group, the owners can switch this on and
 * off. In a room of two people, it is on if both have agreed. All rooms of a project share one switch, which the
 * project's hosts can change. Admins can switch it in every room of which they are members.
 */
export const roomMachineTranslationSchema = z
  .object({
    provider: machineProviderSchema,
    /** The host name of the translation provider's API, to which the room's texts are sent. */
    host: z.string().max(300),
    is_on: z.boolean(),
    /** In a room of two people: which of the two agree to machine translation. */
    agreed_user_ids: z.array(idSchema).max(2),
    /** Whether the reader may switch machine translation on and off. */
    may_switch: z.boolean(),
    /** The name of the project whose rooms share this switch. Null if the room belongs to no project. */
    project_name: z.string().max(400).nullable(),
  })
  .meta({ id: "RoomMachine" });
export type RoomMachineTranslation = z.infer<typeof roomMachineTranslationSchema>;

const roomParams = z.strictObject({ id: idSchema });

export const getRoomMachine = endpoint({
  method: "GET",
  path: "/conversations/:id/machine",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Tells whether the conversation's texts go to a translation machine. Null if none is configured.",
  params: roomParams,
  data: roomMachineTranslationSchema.nullable(),
});

export const switchRoomMachine = endpoint({
  method: "POST",
  path: "/conversations/:id/machine",
  guard: "active",
  limit: limits.form,
  summary:
    "Lets a machine translate the conversation, or stops that. In a room of two people, each person agrees for themself.",
  params: roomParams,
  body: machineSwitchBody,
  data: roomMachineTranslationSchema.nullable(),
});

/**
 * A translation that the writer sees before sending a text. `back` is this translation, translated back into the
 * writer's language. `back` is null if the translation is in the writer's language already. `problem` is the reason why
 * one of the two texts is missing.
 */
export const translationBeforeSendingSchema = z
  .object({
    language: languageSchema,
    translation: z.string().max(maximumTranslationCodeUnits).nullable(),
    origin: translationOriginSchema,
    back: z.string().max(maximumTranslationCodeUnits).nullable(),
    problem: machineProblemSchema.nullable(),
  })
  .meta({ id: "MachineReading" });
export type TranslationBeforeSending = z.infer<typeof translationBeforeSendingSchema>;

export const translateBeforeSending = endpoint({
  method: "POST",
  path: "/conversations/:id/machine/preview",
  guard: "active",
  // One request to this endpoint causes up to four requests to the translation provider.
  limit: { perMinute: 20 },
  summary:
    "Returns how a text will read in the languages of the other members, before the text is sent. The text is not stored.",
  params: roomParams,
  body: z.strictObject({ content: messageTextSchema }),
  data: z.object({
    from: languageSchema,
    readings: z.array(translationBeforeSendingSchema).max(languages.length),
  }),
});

/** A machine translation of a message, as a suggestion for the translator. */
export const machineSuggestionSchema = z
  .object({
    provider: machineProviderSchema,
    translation: z.string().max(maximumTranslationCodeUnits).nullable(),
    problem: machineProblemSchema.nullable(),
  })
  .meta({ id: "MachineSuggestion" });
export type MachineSuggestion = z.infer<typeof machineSuggestionSchema>;

export const getMachineSuggestion = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language/machine",
  guard: "active",
  limit: limits.form,
  summary:
    "Returns the machine's translation of a message, for people who write translations. Null if no machine is configured, or if the room does not allow it.",
  params: z.strictObject({ mid: idSchema, language: languageSchema }),
  data: machineSuggestionSchema.nullable(),
});

export const machineErrors = {
  "MACHINE.NONE": {
    status: 409,
    message: {
      en: "No translation machine is set up.",
      vi: "Chưa có máy dịch nào được cài đặt.",
      ja: "機械翻訳が設定されていません。",
    },
  },
  "MACHINE.ROOM": {
    status: 409,
    message: {
      en: "Machine translation is off in this conversation.",
      vi: "Dịch máy đang tắt trong cuộc trò chuyện này.",
      ja: "この会話では機械翻訳がオフになっています。",
    },
  },
} as const satisfies ErrorTable;
