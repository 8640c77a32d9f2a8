import type en from "../en/search-filters.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  hint: "「from:名前」「in:会話名」「has:file」「before:2026-11-20」「after:日付」「on:日付」と入力すると絞り込めます。",
  people: "人",
  rooms: "会話",
  kinds: "メッセージに含まれるもの",
  days: "日付",
  unknownPerson: "同じ会話に「{{name}}」という人はいません。この条件は適用されていません。",
  unknownRoom: "「{{name}}」という会話はありません。この条件は適用されていません。",
  unknownKind:
    "「{{name}}」では絞り込めません。ファイル、画像、動画、音声、リンクのいずれかを入力してください。この条件は適用されていません。",
  unknownDay:
    "「{{name}}」は日付として読み取れません。2026-11-20 のように入力してください。この条件は適用されていません。",
  dayHint: "日付は 2026-11-20 のように入力してください。",
  backwards: "開始日が終了日より後になっています。",
  failed: "「{{name}}」を検索できませんでした。",
  remove: "条件「{{filter}}」を外す",
  noResultFiltered: "この条件に一致する結果はありません",
  beginTitle: "閲覧できるすべての内容を検索",
  beginText:
    "声調記号や全角・半角の違いは区別しません。「du an」で「dự án」、「ﾃｽﾄ」で「テスト」が見つかります。語句を続けて探すときは引用符で囲んでください。",
  types: "検索の対象",
  filters: "絞り込み",
  from: "送信者",
  anybody: "全員",
  anywhere: "すべての会話",
  findPerson: "人を探す",
  findConversation: "会話を探す",
  after: "開始日",
  before: "終了日",
  has: "含まれるもの",
  anything: "指定なし",
  hasFile: "ファイル",
  hasImage: "画像",
  hasVideo: "動画",
  hasAudio: "音声",
  hasLink: "リンク",
  clear: "絞り込みを解除",
  inThread: "スレッド内",
  found: "結果を表示しました",
  placeholder: "検索",
} satisfies TranslationOfTexts<typeof en>;
