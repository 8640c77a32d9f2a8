import { driveRootId } from "@kakehashi/contract/drive";
import type { TestPerson } from "./world.ts";

const encodeBase64 = (text: string) => Buffer.from(text).toString("base64");

/**
 * Uploads a file to a person's drive in one request. Returns the HTTP status, and either the file's id or the error
 * code.
 */
export async function uploadToDrive(
  address: string,
  person: TestPerson,
  name: string,
  { folderId = null, content = "bytes" }: { folderId?: string | null; content?: string } = {},
): Promise<{ status: number; id: string; code: string | undefined }> {
  const bytes = Buffer.from(content);
  const response = await fetch(`${address}/api/uploads`, {
    method: "POST",
    body: bytes,
    headers: {
      authorization: `Bearer ${person.tokens.access_token}`,
      // Close the connection after the upload. An open connection would delay the server's shutdown after the last
      // test.
      connection: "close",
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "content-type": "application/offset+octet-stream",
      "upload-metadata": `folder_id ${encodeBase64(folderId ?? driveRootId)},filename ${encodeBase64(name)}`,
    },
  });
  const body: { data?: { id: string }; error?: { code: string } } = JSON.parse(await response.text());
  return { status: response.status, id: body.data?.id ?? "", code: body.error?.code };
}
