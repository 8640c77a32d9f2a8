import type en from "../en/live.ts";
import type { Translation } from "../texts.ts";

export default {
  reconnecting: "接続が切れました。再接続しています…",
  newVersion: "Kakehashi の新しいバージョンが利用できます。",
  reload: "再読み込み",
  later: "あとで",
} satisfies Translation<typeof en>;
