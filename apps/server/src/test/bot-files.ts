import { createConversation } from "@kakehashi/contract/conversations";
import sharp from "sharp";
import type { TestPerson } from "./world.ts";

/** A small PNG picture. */
export const pictureBytes = await sharp({
  create: { width: 40, height: 30, channels: 3, background: "#3d4eac" },
})
  .png()
  .toBuffer();

/**
 * Uploads a file to the person's own room for notes, in the same way as the browser does. `url` is the server's URL.
 * Returns the file's id.
 */
export async function uploadToNotes(
  url: string,
  person: TestPerson,
  bytes: Buffer = pictureBytes,
  name = "salon.png",
): Promise<string> {
  const { data: notesRoom } = await person.call(createConversation, { body: { kind: "MY_CHAT" } });
  const form = new FormData();
  form.append("files", new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${url}/api/conversations/${notesRoom.id}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
  const { data } = await response.json();
  return data[0].id;
}
