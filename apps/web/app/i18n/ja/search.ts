import type en from "../en/search.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  title: "検索",
  label: "メッセージ、ファイル、人、会話を検索",
  go: "人、会話、ページ、メッセージへ移動",
  goPlaceholder: "移動先または探したい言葉を入力",
  all: "すべて",
  messages: "メッセージ",
  files: "ファイル",
  people: "人",
  conversations: "会話",
  pages: "ページ",
  in: "会話",
  unknown: "不明",
  noResult: "「{{query}}」に一致する結果はありません",
  suggestion: "別のキーワードを試すか、語数を減らしてみてください。",
  more: "もっと見る",
  showAll: "「{{query}}」をすべてのメッセージから検索",
} satisfies TranslationOfTexts<typeof en>;
