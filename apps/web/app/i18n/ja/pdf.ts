import type en from "../en/pdf.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  loading: "PDF を開いています",
  pages: "ページ一覧",
  page: "{{number}} ページ",
  position: "{{index}} / {{count}} ページ",
  pageLost: "{{number}} ページを表示できませんでした。",
  onlyFirst: "最初の {{count}} ページだけを表示しています。残りはダウンロードしてご覧ください。",
  zoom: "{{percent}}%",
  zoomIn: "拡大",
  zoomOut: "縮小",
  fitWidth: "幅に合わせる",
  password: "この PDF はパスワードで保護されています。ダウンロードして、ほかのアプリで開いてください。",
  broken: "この PDF は壊れているか、PDF ではありません。ダウンロードはできます。",
  unreached: "PDF を読み込めませんでした。",
} satisfies TranslationOfTexts<typeof en>;
