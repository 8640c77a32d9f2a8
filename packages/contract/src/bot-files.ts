import { z } from "zod";
import { fileSchema } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

/** Maximum bytes of a file that a bot sends: the limit of Messenger. */
export const maximumBotFileBytes = 25_000_000;

/** A picture or file that was uploaded for a bot. Blocks and articles refer to it by its `address`. */
export const botUploadSchema = fileSchema
  .omit({ id: true })
  .extend({ address: z.string().max(100) })
  .meta({ id: "BotUpload" });
export type BotUpload = z.infer<typeof botUploadSchema>;

export const addFileToBot = endpoint({
  method: "POST",
  path: "/bots/:id/files",
  guard: "active",
  limit: limits.form,
  summary: `Gives a bot an uploaded file that belongs to no message yet and has at most ${maximumBotFileBytes / 1_000_000} MB. The file counts towards the caller's storage. Everybody who knows its address can open it. The file is deleted together with the last bot that uses it. For owners and editors.`,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ file_id: idSchema }).meta({ id: "BotUploadBody" }),
  data: botUploadSchema,
});

export const downloadBotFile = endpoint({
  method: "GET",
  path: "/bots/files/:key",
  guard: "anyone",
  limit: limits.picture,
  answerFormats: ["bytes"],
  summary: "Returns the bytes of a file that was uploaded for a bot.",
  params: z.strictObject({
    key: z
      .string()
      .max(32)
      .regex(/^[0-9a-f]{32}$/),
  }),
  data: z.unknown(),
});
