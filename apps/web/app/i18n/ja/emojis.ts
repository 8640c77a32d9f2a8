import type en from "../en/emojis.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  search: "絵文字を検索",
  groups: "絵文字のグループ",
  found: "検索結果",
  used: "最近使った絵文字",
  nothing: "その名前の絵文字はありません。",
  tone: "肌の色",
  toneNumber: "肌の色 {{number}}",
  smileys: "表情と感情",
  people: "人と手",
  animals: "動物と自然",
  food: "食べ物と飲み物",
  travel: "旅行と場所",
  activities: "アクティビティ",
  objects: "物",
  symbols: "記号",
  flags: "旗",
} as const satisfies TranslationOfTexts<typeof en>;
