import type en from "../en/push.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  deviceOn: "Kakehashi を閉じているときも、この端末に新着メッセージが通知されます。",
  deviceOff: "Kakehashi を閉じているあいだ、この端末には通知されません。",
  deviceBlocked:
    "このブラウザーは Kakehashi からの通知をブロックしています。ブラウザーのサイト設定で許可してから、このページに戻ってください。",
  deviceUnsupported: "このブラウザーでは、Kakehashi を閉じているあいだの通知を表示できません。",
  deviceHomeScreen:
    "iPhone または iPad では、まず「共有」から「ホーム画面に追加」を選び、Kakehashi をホーム画面に追加してください。そこから開いて、このページに戻ってください。",
  allow: "この端末で許可する",
  stop: "この端末で停止する",
  allowed: "この端末の通知をオンにしました。",
  failed: "ブラウザーのプッシュサービスに接続できませんでした。しばらくしてからもう一度お試しください。",
  about: "通知する内容",
  aboutAll: "すべてのメッセージ",
  aboutMentions: "ダイレクトメッセージとメンション",
  aboutNote:
    "ミュートした会話は、名前でメンションされたときだけ通知されます。会話ごとの設定は、それぞれの詳細画面で変更できます。",
  content: "メッセージの内容を表示する",
  contentNote: "オフにすると、通知には送信者と会話名だけが表示され、内容は表示されません。",
  digest: "未読のお知らせをメールで受け取る",
  digestNote: "15分たっても未読のプロジェクトのお知らせを、まとめて1通でお送りします（最大1時間に1通）。",
  mailProjects: "プロジェクトの週次メール",
  mailProjectsNote: "毎週月曜日に、完了・遅延・今後の予定をお知らせします。",
  quiet: "通知しない時間帯",
  quietNote: "この時間帯は通知されません。タイムゾーン：{{zone}}",
  quietFrom: "開始",
  quietTo: "終了",
} satisfies TranslationOfTexts<typeof en>;
