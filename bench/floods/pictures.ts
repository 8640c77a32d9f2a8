import { loadSharp } from "../../apps/server/src/kit/sharp.ts";
import { call, type PrepareFlood, repeat } from "./flood.ts";

const side = 9_000;
const atOnce = 10;

/** One person uploads ten small files at a time, each of which is a picture of 9,000 × 9,000 pixels. */
export const largePictures: PrepareFlood = async (aim) => {
  const sharp = await loadSharp();
  const create = { width: side, height: side, channels: 3, background: "#335577" } as const;
  const bytes = await sharp({ create }).avif({ effort: 0, quality: 20 }).toBuffer();
  const room = await aim.stage.openRoom(10);
  const token = aim.stage.people[0]?.token ?? "";
  return (until) =>
    repeat(atOnce, until, () => {
      const form = new FormData();
      form.append("files", new Blob([new Uint8Array(bytes)], { type: "image/avif" }), "large.avif");
      return call(aim, token, "POST", `/conversations/${room}/files`, form);
    });
};
