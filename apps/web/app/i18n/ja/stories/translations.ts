import type en from "../../en/stories/translations.ts";
import type { TranslationOfTexts } from "../../texts.ts";

export default {
  pane_translations: "翻訳",
  translationsNote:
    "このボットのすべてのテキスト（シナリオ、記事、フレーズ、定型文、予約済みの一斉配信）です。ボットを担当する翻訳者が翻訳ページで訳します。",
  textsMissing_other: "未入力{{count}}件",
  textsOutdated: "原文の変更あり{{count}}件",
  textsComplete: "すべて揃っています",
  textsAsked: "依頼者：{{name}} · {{ago}}",
  textsWorking: "作業中：{{names}}",
  textsNobodyYet: "現在、作業中の人はいません",
  textsDone: "翻訳完了 · {{ago}}",
  textsNoTranslator: "このボットには、これらのテキストを訳せる人がいません。",
  textsAddTranslator: "翻訳者を追加",
  textsAsk: "翻訳を依頼",
  textsAskMissing: "足りない翻訳を依頼",
  textsWithdraw: "依頼を取り消す",
  outdatedHere: "このシナリオで原文が変わったもの",
  outdatedBlock: "翻訳後に原文が変わりました。内容を確認するか、翻訳を依頼してください。",
} as const satisfies TranslationOfTexts<typeof en>;
