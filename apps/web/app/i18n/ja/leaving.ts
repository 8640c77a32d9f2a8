import type en from "../en/leaving.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  dataTitle: "データのダウンロード",
  dataText:
    "アカウント、プロフィール、設定、サインイン履歴、メッセージ、ファイル、通知、あなたに関する監査ログをまとめたzipファイルです。",
  dataAsk: "データを準備する",
  dataAgain: "もう一度準備する",
  dataWriting: "データを準備しています…",
  dataLeave: "このページを離れても構いません。準備ができましたらお知らせします。",
  dataDownload: "ダウンロード（{{size}}）",
  dataUntil: "{{time}}までダウンロードできます。",
  dataFailed: "データを準備できませんでした。もう一度お試しください。",
  deleteTitle: "アカウントの削除",
  deleteText:
    "アカウントは、お申し出から{{days}}日後に削除されます。それまではサインインして残すことができます。",
  deleteGone: "名前、プロフィール、写真、設定、メモ、下書き、セッションは完全に削除されます。",
  deleteStays: "他の方に送ったメッセージは、削除されたユーザーの発言として会話に残ります。",
  deleteExport: "先にデータをダウンロードしておくことをおすすめします。",
  deleteAsk: "アカウントを削除する…",
  deleteSure: "アカウントを削除しますか？",
  deleteHow:
    "すべての端末からサインアウトします。{{days}}日以内に戻ればアカウントを残せますが、それ以降は元に戻せません。",
  deleteType: "確認のため、ご自身のメールアドレスを入力してください：{{email}}",
  deleteAct: "アカウントを削除する",
  planned: "アカウントは{{time}}に削除されます。",
  keep: "アカウントを残す",
  kept: "アカウントを残しました。",
  keepTitle: "アカウントを残しますか？",
  keepText: "ご依頼により、{{time}}に削除される予定です。今すぐ、またはそれまでの間いつでも取り消せます。",
} satisfies TranslationOfTexts<typeof en>;
