import type en from "../en/workspace.ts";
import type { Translation } from "../texts.ts";

export default {
  navigation: "ワークスペース",
  home: "ホーム",
  chat: "チャット",
  account: "アカウント",
  languageTitle: "表示言語を変更しますか",
  languageText: "メニューや説明が{{language}}で表示されます。メッセージの内容は変わりません。",
  languageAction: "変更する",
  languageChanged: "日本語に切り替えました。",
  morning: "おはようございます、{{name}} さん",
  day: "こんにちは、{{name}} さん",
  evening: "こんばんは、{{name}} さん",
  unread_other: "未読のある会話が{{count}}件あります",
  allRead: "すべて既読です。",
  recent: "最近の会話",
  openChat: "チャットを開く",
  waiting: "対応待ち",
  openDesk: "管理を開く",
  toTranslate: "翻訳待ちのメッセージ",
  allMarked: "翻訳の依頼一覧",
  calls: "メンションと新しい返信",
  allThreads: "スレッド一覧",
} satisfies Translation<typeof en>;
