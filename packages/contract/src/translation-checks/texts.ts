import type { Language, TextsByLanguage } from "../languages.ts";
import type { CheckKind, CheckWarning } from "./check.ts";

type WarningWording =
  | TextsByLanguage
  | { readonly original: TextsByLanguage; readonly translation: TextsByLanguage };

/**
 * The texts of warnings about translations. `{text}` becomes the marked piece, and `{expected}` the text that the check
 * searched for.
 */
const checkTexts = {
  unchanged: {
    en: "The translation is the same as the original.",
    vi: "Bản dịch giống hệt bản gốc.",
    ja: "訳文が原文と同じです。",
  },
  language: {
    en: "This seems to be written in another language.",
    vi: "Có vẻ bản dịch được viết bằng ngôn ngữ khác.",
    ja: "訳文が別の言語で書かれているようです。",
  },
  placeholder: {
    original: {
      en: "The placeholder “{text}” is missing in the translation.",
      vi: "Bản dịch thiếu biến “{text}”.",
      ja: "プレースホルダー「{text}」が訳文にありません。",
    },
    translation: {
      en: "The original has no placeholder “{text}”.",
      vi: "Bản gốc không có biến “{text}”.",
      ja: "プレースホルダー「{text}」は原文にありません。",
    },
  },
  code: {
    original: {
      en: "The code “{text}” is missing or changed in the translation.",
      vi: "Bản dịch thiếu hoặc đã thay đổi đoạn mã “{text}”.",
      ja: "コード「{text}」が訳文にないか、変更されています。",
    },
    translation: {
      en: "The original does not have the code “{text}”.",
      vi: "Bản gốc không có đoạn mã “{text}”.",
      ja: "コード「{text}」は原文にありません。",
    },
  },
  mention: {
    original: {
      en: "A person mentioned in the original is missing in the translation.",
      vi: "Bản dịch thiếu một người được nhắc đến trong bản gốc.",
      ja: "原文のメンションが訳文にありません。",
    },
    translation: {
      en: "The original does not mention this person.",
      vi: "Bản gốc không nhắc đến người này.",
      ja: "このメンションは原文にありません。",
    },
  },
  url: {
    original: {
      en: "The link {text} is missing in the translation.",
      vi: "Bản dịch thiếu liên kết {text}.",
      ja: "リンク {text} が訳文にありません。",
    },
    translation: {
      en: "The original does not have the link {text}.",
      vi: "Bản gốc không có liên kết {text}.",
      ja: "リンク {text} は原文にありません。",
    },
  },
  number: {
    original: {
      en: "The number “{text}” is missing in the translation.",
      vi: "Bản dịch thiếu con số “{text}”.",
      ja: "数値「{text}」が訳文にありません。",
    },
    translation: {
      en: "The original does not have the number “{text}”.",
      vi: "Bản gốc không có con số “{text}”.",
      ja: "数値「{text}」は原文にありません。",
    },
  },
  glossary: {
    en: "The glossary translates “{text}” as “{expected}”.",
    vi: "Bảng thuật ngữ dịch “{text}” là “{expected}”.",
    ja: "用語集では「{text}」の訳は「{expected}」です。",
  },
  newlines: {
    en: "The original has a different number of lines ({expected}).",
    vi: "Số dòng khác với bản gốc ({expected}).",
    ja: "行数が原文（{expected}行）と異なります。",
  },
  length: {
    en: "The length differs a lot from the original.",
    vi: "Độ dài chênh lệch nhiều so với bản gốc.",
    ja: "長さが原文と大きく異なります。",
  },
  repeated: {
    en: "“{text}” stands here twice.",
    vi: "“{text}” bị lặp lại.",
    ja: "「{text}」が重複しています。",
  },
  punctuation: {
    en: "The end differs from the original.",
    vi: "Dấu câu ở cuối khác với bản gốc.",
    ja: "文末の記号が原文と異なります。",
  },
} as const satisfies Record<CheckKind, WarningWording>;

/** Returns the text of a warning in the reader's language. */
export function formatWarningText({ kind, side, text, expected }: CheckWarning, language: Language): string {
  const warningWording: WarningWording = checkTexts[kind];
  const texts = "original" in warningWording ? warningWording[side] : warningWording;
  return texts[language].replace(/\{(text|expected)\}/g, (_, name) =>
    name === "text" ? text : (expected ?? ""),
  );
}
