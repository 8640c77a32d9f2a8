import type en from "../../en/desk/plans.ts";
import type { TranslationOfTexts } from "../../texts.ts";

export default {
  plansNote: "料金ページにこの順で表示されます。金額のないプランは、相談への案内になります。",
  newPlan: "新しいプラン",
  planShown: "表示中",
  planHidden: "非表示",
  show: "表示する",
  hide: "非表示にする",
  noPlans: "プランはまだありません",
  noPlansText: "プランがない場合、料金ページには共通の内容だけが表示されます。",
  planConflict:
    "{{name}}さんが {{when}} にこのプランを保存しました。入力した内容はここに残っていますが、まだ保存されていません。相手の内容は次のとおりです。",
  editPlan: "プランを編集",
  planTitle: "名前",
  planText: "プランの説明（一文）",
  planSuits: "このような方に",
  planPoints: "含まれるもの（1行に1項目）",
  amount: "金額",
  amountHint: "空欄にすると「相談する」と表示されます。",
  currency: "通貨",
  period: "単位",
  period_PROJECT: "プロジェクト",
  period_MONTH: "月",
  period_HOUR: "時間",
  removePlanText: "料金ページから消えます。元に戻せません。",
  noAmount: "相談する",
  openPrice: "料金ページを開く",
  order: "順序",
} as const satisfies TranslationOfTexts<typeof en>;
