import type en from "../en/table.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  fromDay: "開始日",
  toDay: "終了日",
  all: "すべて",
  csv: "CSVで書き出す",
  empty: "まだ何もありません",
  emptyText: "新しい項目はここに表示されます。",
  none: "見つかりません",
  noneText: "別の言葉や条件をお試しください。",
  previous: "前へ",
  next: "次へ",
  page: "{{total}}件中 {{from}}～{{to}}",
  open: "開く",
  drag: "移動：{{name}}",
  dragHint: "上下の矢印キーで移動できます。",
  moved: "{{name}}：{{total}}件中{{position}}番目",
} satisfies TranslationOfTexts<typeof en>;
