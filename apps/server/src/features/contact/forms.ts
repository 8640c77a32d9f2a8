import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { proofBits } from "@kakehashi/contract/contact";
import { newId } from "../../kit/ids.ts";

/** A form that we handed out: its id, its age in seconds, and whether a proof of work was requested. */
export interface SubmittedForm {
  id: string;
  age: number;
  again: boolean;
}

/** Signs contact forms. Nothing is stored until a message arrives; then its row keeps the form's id. */
export function createForms(key: Buffer, now: () => number = Date.now) {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);

  return {
    issue(again: boolean): string {
      const text = `${Math.floor(now() / 1000)}.${newId()}.${again ? "again" : "first"}`;
      return `${text}.${sign(text)}`;
    },

    /** Null for a form that we did not hand out. */
    read(mark: string): SubmittedForm | null {
      const [time = "", id = "", kind = "", signature = ""] = mark.split(".");
      const expected = Buffer.from(sign(`${time}.${id}.${kind}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { id, age: now() / 1000 - Number(time), again: kind === "again" };
    },
  };
}

/** Whether the proof of work is right for this form. */
export function isProof(form: string, proof: string): boolean {
  const hash = createHash("sha256").update(`${form}:${proof}`).digest();
  return hash.readUInt32BE(0) >>> (32 - proofBits) === 0;
}
