import type en from "../en/live.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  reconnecting: "接続が切れました。再接続しています…",
  offline: "オフラインです。最近の会話は閲覧できます。書いたメッセージは接続が戻り次第送信されます。",
  newMessage: "新着メッセージ",
  newVersion: "Kakehashi の新しいバージョンが利用できます。",
  reload: "再読み込み",
  later: "あとで",
} satisfies TranslationOfTexts<typeof en>;
