import type en from "../en/two-step.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  googleTitle: "Google でのサインイン",
  googleOff: "メールアドレスが {{email}} の Google アカウントで、パスワードなしでサインインできます。",
  googleOn: "Google アカウント {{email}} でサインインできます。",
  googleLink: "Google アカウントを連携",
  googleUnlink: "連携を解除",
  googleUnlinkText: "以後はパスワードでサインインします。",
  googleUnlinked: "Google でのサインインを解除しました。",
  offNote:
    "パスワードに加えて、スマートフォンのアプリに表示されるコードの入力が必要になります。パスワードが盗まれただけではサインインできません。",
  turnOn: "有効にする",
  on: "有効",
  onSince: "{{date}}から有効です。サインインにはパスワードと認証アプリのコードが必要です。",
  codesLeft_other: "リカバリーコードは残り{{count}}個です。",
  newCodes: "リカバリーコードを再作成",
  turnOff: "無効にする",
  turnOffNote: "以後、パスワードだけでサインインできるようになります。",
  newCodesNote: "現在のリカバリーコードは使えなくなります。",
  turnedOff: "2段階認証を無効にしました。",
  turnedOn: "2段階認証を有効にしました。",
  passwordNote: "はじめに、もう一度パスワードを入力してください。",
  scanNote:
    "認証アプリ（Google Authenticator、Microsoft Authenticator、1Password など）で読み取ってください。",
  qrLabel: "認証アプリ用のシークレットを含むQRコード",
  qrFailed: "画像を読み込めませんでした。代わりに下のキーをアプリに入力してください。",
  typeNote: "読み取れない場合は、このシークレットをアプリに入力してください。",
  copySecret: "シークレットをコピー",
  copied: "コピーしました。",
  firstCode: "アプリに表示されている6桁の数字",
  confirm: "確認",
  codesTitle: "リカバリーコード",
  codesNote:
    "スマートフォンが手元にないとき、それぞれのコードで1回だけサインインできます。表示されるのは今だけです。安全な場所に保管してください。",
  copy: "コピー",
  download: "ダウンロード",
  print: "印刷",
  saved: "保管しました",
  fileHead: "{{email}} の Kakehashi リカバリーコード。それぞれ1回だけ使えます。",
} satisfies TranslationOfTexts<typeof en>;
