import type en from "../en/workspace.ts";
import type { Translation } from "../texts.ts";

export default {
  navigation: "ワークスペース",
  home: "ホーム",
  help: "ヘルプ",
  helpInEnglish: "本文は英語で表示しています。",
  help_contact: "お問い合わせ",
  help_service: "サービス",
  help_price: "料金",
  help_blog: "ブログ",
  helpMissing: "ページが見つかりません",
  helpMissingText: "移動または削除された可能性があります。",
  chat: "チャット",
  translations: "翻訳",
  projects: "プロジェクト",
  teams: "チーム",
  codes: "コード",
  admin: "管理",
  atDesk_other: "管理者の対応待ち {{count}}件",
  settings: "設定",
  account: "アカウント",
  languageTitle: "表示言語を変更しますか？",
  languageText: "メニューや説明が{{language}}で表示されます。メッセージの内容は変わりません。",
  languageAction: "変更する",
  languageChanged: "日本語に切り替えました。",
  unread_other: "未読のある会話が{{count}}件あります",
} satisfies Translation<typeof en>;
