import type en from "../en/checklist.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  title: "はじめにすること",
  progress: "{{done}}/{{all}} 完了",
  hide: "非表示",
  hidden: "「はじめにすること」を非表示にしました。",
  undo: "元に戻す",
  done: "完了",
  picture: "写真を追加する",
  pictureNote: "どの会話でも、あなただとすぐに分かります。",
  profile: "プロフィールを完成させる",
  profileNote: "仕事の内容を入力して、利用承認を申請します。",
  languages: "使う言語を選ぶ",
  languagesNote: "読み書きする言語と、画面の表示言語です。",
  notifications: "通知をオンにする",
  notificationsNote: "開いていないときも、新着メッセージに気づけます。",
  conversation: "あいさつを送る",
  conversationNote: "会話を始めて、最初のメッセージを送ります。",
  invitation: "仲間を招待する",
  invitationNote: "まだ参加していない人のメールアドレスを入力します。",
} satisfies TranslationOfTexts<typeof en>;
