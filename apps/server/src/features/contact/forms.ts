import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { proofOfWorkBits } from "@kakehashi/contract/contact";
import { newId } from "../../kit/ids.ts";

/**
 * A contact form that the server issued: its id, its age in seconds, and whether a proof of work was
 * requested.
 */
export interface IssuedContactForm {
  id: string;
  ageSeconds: number;
  isProofRequested: boolean;
}

/**
 * Signs contact forms. The server stores nothing about a form until its message arrives. The message's row
 * then stores the form's id.
 */
export function createContactForms(key: Buffer, now: () => number = Date.now) {
  const signForm = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);

  return {
    issue(isProofRequested: boolean): string {
      const text = `${Math.floor(now() / 1000)}.${newId()}.${isProofRequested ? "again" : "first"}`;
      return `${text}.${signForm(text)}`;
    },

    /** Reads a signed form. Null for a form that the server did not issue. */
    read(formToken: string): IssuedContactForm | null {
      const [time = "", id = "", formKind = "", signature = ""] = formToken.split(".");
      const expected = Buffer.from(signForm(`${time}.${id}.${formKind}`));
      const signatureBytes = Buffer.from(signature);
      if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
        return null;
      return { id, ageSeconds: now() / 1000 - Number(time), isProofRequested: formKind === "again" };
    },
  };
}

/** Whether the proof of work is right for this form. */
export function isValidProofOfWork(signedForm: string, proofOfWork: string): boolean {
  const hash = createHash("sha256").update(`${signedForm}:${proofOfWork}`).digest();
  return hash.readUInt32BE(0) >>> (32 - proofOfWorkBits) === 0;
}
