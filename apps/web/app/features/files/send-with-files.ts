import type { StoredFile } from "@kakehashi/contract/files";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import { getTokenYoungerThan } from "../../kit/api.ts";
import { ApiError, parseErrorResponse } from "../../kit/api-error.ts";

/** The files of a message: `storedFiles` are on the server already, `localFiles` are still to upload. */
export interface MessageFilesToSend {
  readonly storedFiles: readonly StoredFile[];
  readonly localFiles: readonly File[];
}

/**
 * Before an upload begins, an access token older than this many milliseconds is renewed, so that it does not expire
 * during the upload.
 */
const maxTokenAgeMs = 5 * 60_000;

/** Sends a message together with its files. Throws ApiError. */
export async function sendMessageWithFiles(
  conversationId: string,
  fields: Readonly<Record<string, string>>,
  files: readonly File[],
): Promise<Message> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append("files", file, file.name);
  const response = await fetch(`/api${fillPath(sendMessage.path, { id: conversationId })}`, {
    method: sendMessage.method,
    headers: { authorization: `Bearer ${await getTokenYoungerThan(maxTokenAgeMs)}` },
    body: form,
  }).catch((error: unknown) => {
    throw new ApiError(0, "NETWORK", error instanceof Error ? error.message : "");
  });
  if (!response.ok) throw await parseErrorResponse(response);
  const { data }: { data: Message } = await response.json();
  return data;
}
