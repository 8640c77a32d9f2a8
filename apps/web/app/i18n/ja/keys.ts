import type en from "../en/keys.ts";
import type { Translation } from "../texts.ts";

export default {
  title: "キーボードショートカット",
  everywhere: "共通",
  help: "この一覧を表示",
  go: "クイック移動",
  search: "この会話を検索",
  previous: "前の会話",
  next: "次の会話",
  tab: "ページの次の部分へ",
  escape: "閉じる、編集をやめる、すべて既読にする",
  writing: "入力中",
  send: "送信",
  line: "改行",
  editLast: "自分の最後のメッセージを編集（入力欄が空のとき）",
  bold: "太字",
  italic: "斜体",
  mention: "メンションする",
  emoji: "名前で絵文字を探す",
  onMessage: "メッセージの操作",
  move: "前後のメッセージへ",
} satisfies Translation<typeof en>;
