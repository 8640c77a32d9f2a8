import { loadSharp } from "../../apps/server/src/kit/sharp.ts";
import { callApi, type PrepareFlood, sendInParallel } from "./flood.ts";

const sidePixels = 9_000;
const parallelUploads = 10;

/** One person uploads ten files at a time. The files are small, but each is a picture of 9,000 × 9,000 pixels. */
export const uploadLargePictures: PrepareFlood = async (flood) => {
  const sharp = await loadSharp();
  const pictureOptions = {
    width: sidePixels,
    height: sidePixels,
    channels: 3,
    background: "#335577",
  } as const;
  const bytes = await sharp({ create: pictureOptions }).avif({ effort: 0, quality: 20 }).toBuffer();
  const room = await flood.workspace.createRoom(10);
  const token = flood.workspace.people[0]?.token ?? "";
  return (endTimeMs) =>
    sendInParallel(parallelUploads, endTimeMs, () => {
      const form = new FormData();
      form.append("files", new Blob([new Uint8Array(bytes)], { type: "image/avif" }), "large.avif");
      return callApi(flood, token, "POST", `/conversations/${room}/files`, form);
    });
};
