import type { StoredFile } from "@kakehashi/contract/files";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import { freshToken } from "../../kit/api.ts";
import { ApiError, readError } from "../../kit/api-error.ts";

/** What goes with a message: kept by the server already, or, written without a connection, only here. */
export interface MessageFiles {
  readonly stored: readonly StoredFile[];
  readonly local: readonly File[];
}

/** Milliseconds of age that the token may have: the files can be long on their way. */
const maxTokenAgeMs = 5 * 60_000;

/** Sends a message together with files that the server has not seen. Throws ApiError. */
export async function sendWithFiles(
  conversationId: string,
  fields: Readonly<Record<string, string>>,
  files: readonly File[],
): Promise<Message> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append("files", file, file.name);
  const response = await fetch(`/api${fillPath(sendMessage.path, { id: conversationId })}`, {
    method: sendMessage.method,
    headers: { authorization: `Bearer ${await freshToken(maxTokenAgeMs)}` },
    body: form,
  }).catch((error: unknown) => {
    throw new ApiError(0, "NETWORK", error instanceof Error ? error.message : "");
  });
  if (!response.ok) throw await readError(response);
  const { data }: { data: Message } = await response.json();
  return data;
}
