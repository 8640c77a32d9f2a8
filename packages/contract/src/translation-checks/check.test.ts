import { describe, expect, test } from "vitest";
import { languages } from "../languages.ts";
import { type CheckedTexts, checkKinds, checkTranslation } from "./check.ts";
import { formatWarningText } from "./texts.ts";

/**
 * Formats each warning as `kind side "marked text"`. The marked text is the part of the text in the warning's range.
 */
function describeWarnings(texts: CheckedTexts): string[] {
  return checkTranslation(texts).map(({ kind, side, start, end, text }) => {
    expect(texts[side].slice(start, end).startsWith(text)).toBe(true);
    return `${kind} ${side} ${text}`;
  });
}
const checkJaToEn = (original: string, translation: string) =>
  describeWarnings({ original, translation, fromLanguage: "ja", toLanguage: "en" });
const checkJaToVi = (original: string, translation: string) =>
  describeWarnings({ original, translation, fromLanguage: "ja", toLanguage: "vi" });
const checkEnToVi = (original: string, translation: string) =>
  describeWarnings({ original, translation, fromLanguage: "en", toLanguage: "vi" });
const checkEnToJa = (original: string, translation: string) =>
  describeWarnings({ original, translation, fromLanguage: "en", toLanguage: "ja" });
const checkViToJa = (original: string, translation: string) =>
  describeWarnings({ original, translation, fromLanguage: "vi", toLanguage: "ja" });

test("a good translation has no warnings", () => {
  expect(
    checkJaToEn(
      "明日の15時に`npm test`の結果を共有してください。",
      "Please share the result of `npm test` tomorrow at 3 pm.",
    ),
  ).toEqual([]);
  expect(checkJaToVi("見積もりは３００万円です。", "Báo giá là 3.000.000 yên.")).toEqual([]);
  expect(
    checkEnToVi("Can we release on March 3?", "Chúng ta có thể phát hành vào ngày 3 tháng 3 không?"),
  ).toEqual([]);
  expect(checkViToJa("Anh xem giúp em PR 128 nhé!", "PR 128の確認をお願いします！")).toEqual([]);
  expect(checkJaToEn("これで大丈夫ですか。", "Is this all right?")).toEqual([]);
});

describe("parts that must be carried over unchanged", () => {
  test("placeholders", () => {
    expect(checkEnToVi("Hello {name}, you have %d files", "Xin chào {ten}, bạn có %d tệp")).toEqual([
      "placeholder original {name}",
      "placeholder translation {ten}",
    ]);
    const total = ["$", "{total}"].join("");
    expect(checkEnToVi(`{{count}} of ${total}, %1$s`, `{{count}} trên ${total}, %1$s`)).toEqual([]);
    expect(checkEnToVi("It is 50% done", "Đã xong 50% rồi")).toEqual([]);
  });
  test("addresses, without the sentence's own signs", () => {
    expect(
      checkJaToEn("詳細はhttps://example.com/a?b=1をご覧ください。", "See https://example.com/a?b=1."),
    ).toEqual([]);
    expect(checkJaToEn("詳細はhttps://example.com/aをご覧ください。", "See https://example.com/b.")).toEqual([
      "url original https://example.com/a",
      "url translation https://example.com/b",
    ]);
  });
  test("mentions by their person, however the name is written", () => {
    const id = "019a0000-0000-7000-8000-000000000001";
    expect(checkJaToEn(`@[田中](${id}) 確認お願いします`, `@[Tanaka](${id}) please check`)).toEqual([]);
    expect(checkJaToEn(`@[田中](${id}) 確認お願いします`, "Tanaka, please check")).toEqual([
      `mention original @[田中](${id})`,
    ]);
    expect(checkEnToVi("@all please look at this", "Mọi người xem giúp nhé")).toEqual([
      "mention original @all",
    ]);
  });
  test("code, inline and in blocks, and nothing inside it is looked at", () => {
    expect(checkEnToVi("Run `npm run build` 3 times", "Chạy `npm run buid` 3 lần")).toEqual([
      "code original `npm run build`",
      "code translation `npm run buid`",
    ]);
    const block = "```\nlet a = 1 {x} https://a.example\n```";
    expect(checkEnToVi(`Look at this code:\n${block}`, `Xem đoạn mã này:\n${block}`)).toEqual([]);
  });
  test("a part that occurs twice is required twice", () => {
    expect(checkEnToVi("{a} and {a} again", "{a} và lần nữa")).toEqual(["placeholder original {a}"]);
  });
});

describe("numbers", () => {
  test("full-width digits, digit groups and decimals of each language are the same number", () => {
    expect(checkJaToEn("１２，３４５円と１．５時間", "12,345 yen and 1.5 hours")).toEqual([]);
    expect(checkEnToVi("1,234.5 points", "1.234,5 điểm")).toEqual([]);
    expect(checkEnToVi("Version 1.2.3", "Phiên bản 1.2.3")).toEqual([]);
  });
  test("a missing or wrong number is marked in its own text", () => {
    expect(checkJaToEn("納期は１２日です。", "The deadline is the 21st.")).toEqual([
      "number original １２",
      "number translation 21",
    ]);
  });
  test("scales, months, words and clocks are read", () => {
    expect(checkJaToEn("予算は5億円です。", "The budget is 500 million yen.")).toEqual([]);
    expect(checkJaToEn("12月3日です。", "It is December 3.")).toEqual([]);
    expect(checkJaToEn("3人で対応します。", "Three of us will handle it.")).toEqual([]);
    expect(checkJaToVi("午後3時からです。", "Bắt đầu từ 15 giờ.")).toEqual([]);
    expect(checkJaToVi("15:30に始めます。", "Bắt đầu lúc 15h30.")).toEqual([]);
    expect(checkJaToEn("15:30に始めます。", "We start at 3:30 pm.")).toEqual([]);
    expect(checkJaToEn("15:30に始めます。", "We start at 4:30 pm.")).toHaveLength(2);
  });
});

test("sentence endings are compared across scripts", () => {
  expect(checkJaToEn("本当ですか？", "Really?")).toEqual([]);
  expect(checkJaToEn("本当ですか？", "Really.")).toEqual(["punctuation translation ."]);
  expect(checkJaToEn("すごい！", "Great!")).toEqual([]);
  expect(checkEnToVi("Is it done?", "Xong rồi")).toEqual(["punctuation translation i"]);
  expect(checkJaToEn("了解です", "Got it.")).toEqual([]);
  expect(checkEnToJa("“Is it done?” 🎉", "「終わりましたか？」🎉")).toEqual([]);
  expect(checkEnToVi("Wait...", "Chờ chút…")).toEqual([]);
});

test("lines are counted, however they end", () => {
  expect(checkEnToVi("First line\r\nSecond line", "Dòng đầu\nDòng hai")).toEqual([]);
  expect(checkEnToVi("First line\nSecond line", "Dòng đầu, dòng hai")).toEqual([
    "newlines translation Dòng đầu, dòng hai",
  ]);
});

describe("the glossary", () => {
  const terms = [
    { term: "結合テスト", translation: "integration test", do_not_translate: false },
    { term: "テスト", translation: "test", do_not_translate: false },
    { term: "Kakehashi", translation: "", do_not_translate: true },
  ];
  const listWarningsFromJapanese = (original: string, translation: string) =>
    describeWarnings({ original, translation, fromLanguage: "ja", toLanguage: "en", terms });
  test("asks for a term's translation, the longest term first", () => {
    expect(listWarningsFromJapanese("結合テストを行います。", "We run integration tests.")).toEqual([]);
    expect(listWarningsFromJapanese("結合ﾃｽﾄを行います。", "We run combined tests.")).toEqual([
      "glossary original 結合ﾃｽﾄ",
    ]);
    expect(listWarningsFromJapanese("コンテストを行います。", "We hold a contest.")).toEqual([]);
  });
  test("requires no term that stands in code, an address or a mention", () => {
    const bugTerms = [{ term: "bug", translation: "lỗi", do_not_translate: false }];
    const checkBugTranslation = (original: string, translation: string) =>
      describeWarnings({
        original,
        translation,
        fromLanguage: "en",
        toLanguage: "vi",
        terms: bugTerms,
      }).filter((warning) => warning.startsWith("glossary"));
    const address = "https://example.com/bug/12";
    expect(checkBugTranslation(`See ${address}`, `Xem ${address}`)).toEqual([]);
    expect(checkBugTranslation("Run `git bug list`", "Chạy `git bug list`")).toEqual([]);
    expect(checkBugTranslation(`The bug is at ${address}`, `Sự cố ở ${address}`)).toEqual([
      "glossary original bug",
    ]);
  });
  test("requires a name unchanged", () => {
    expect(listWarningsFromJapanese("Kakehashiで話します。", "We talk in the bridge.")).toEqual([
      "glossary original Kakehashi",
    ]);
  });
  test("if a term has several translations, any of them is accepted", () => {
    const twoNumberTerms = [
      { term: "bug", translation: "lỗi", do_not_translate: false },
      { term: "bug", translation: "bug", do_not_translate: false },
    ];
    const checkAnswers = (translation: string) =>
      describeWarnings({
        original: "I found bugs today",
        translation,
        fromLanguage: "en",
        toLanguage: "vi",
        terms: twoNumberTerms,
      });
    expect(checkAnswers("Hôm nay mình thấy lỗi")).toEqual([]);
    expect(checkAnswers("Hôm nay mình thấy bug")).toEqual([]);
    expect(checkAnswers("Hôm nay mình thấy sự cố")).toEqual(["glossary original bugs"]);
  });
});

describe("texts that are not a translation", () => {
  test("the original itself, also in other widths and forms", () => {
    expect(checkJaToEn("ﾃｽﾄします", "テストします")).toEqual(["unchanged translation テストします"]);
    expect(
      describeWarnings({
        original: "Dự án".normalize("NFD"),
        translation: "Dự án".normalize("NFC"),
        fromLanguage: "vi",
        toLanguage: "en",
      }),
    ).toEqual(["unchanged translation Dự án"]);
    expect(checkEnToVi("`npm test`", "`npm test`")).toEqual([]);
    expect(checkEnToVi("2026-11-25", "2026-11-25")).toEqual([]);
  });
  test("another language than the one asked for", () => {
    const text = "Please send the estimate by Friday evening";
    expect(
      checkJaToEn("金曜の夜までに見積もりをお願いします", "Vui lòng gửi báo giá trước tối thứ Sáu"),
    ).toEqual(["language translation Vui lòng gửi báo giá trước tối thứ Sáu"]);
    expect(checkJaToVi("金曜の夜までに見積もりをお願いします", text)).toEqual([
      `language translation ${text}`,
    ]);
    expect(checkViToJa("Vui lòng gửi báo giá trước tối thứ Sáu", text)).toEqual([
      `language translation ${text}`,
    ]);
    expect(checkEnToVi(text, "金曜の夜までに見積もりをお願いします")).toContain(
      "language translation 金曜の夜までに見積もりをお願いします",
    );
    expect(checkEnToVi("OK, thanks", "OK, Minh")).toEqual([]);
    expect(checkJaToVi("バージョンアップ", "Nâng cấp phiên bản".normalize("NFD"))).toEqual([]);
  });
  test("ten times as long, or as short", () => {
    const longText = `We deliver it. ${"And there is a lot more to say about that. ".repeat(10)}`;
    expect(
      checkEnToVi(
        "We deliver it on time.",
        `Chúng tôi giao đúng hạn. ${"Và còn nhiều điều phải nói thêm. ".repeat(10)}`,
      ),
    ).toEqual([expect.stringMatching(/^length translation/)]);
    expect(checkEnToVi(longText, "Chúng tôi giao.")).toEqual([expect.stringMatching(/^length translation/)]);
  });
  test("a blank text is not checked", () => {
    expect(checkEnToVi("Hello", "  \n ")).toEqual([]);
  });
});

test("repeated words, except intended repetitions", () => {
  expect(checkEnToVi("We send the file", "Chúng tôi gửi của của tệp")).toEqual(["repeated translation của"]);
  expect(checkJaToEn("設計を確認します", "We check the the design")).toEqual(["repeated translation the"]);
  expect(checkEnToVi("It always works", "Nó luôn luôn chạy")).toEqual([]);
  expect(checkEnToJa("We check the design", "設計をを確認します")).toEqual(["repeated translation を"]);
  expect(checkEnToJa("More and more, by 2 pm", "ますます、午後2時までで")).toEqual([]);
});

test("marks on combining forms cover whole characters", () => {
  const original = "Hạn là 12 ngày".normalize("NFD");
  expect(
    describeWarnings({ original, translation: "期限は13日", fromLanguage: "vi", toLanguage: "ja" }),
  ).toEqual(["number original 12", "number translation 13"]);
});

test("every warning has a text in every language", () => {
  const exampleWarning = { start: 0, end: 1, text: "a", expected: "b" };
  for (const kind of checkKinds)
    for (const textSide of ["original", "translation"] as const)
      for (const language of languages)
        expect(formatWarningText({ kind, side: textSide, ...exampleWarning }, language)).toMatch(
          /^[^{}]{5,}$/,
        );
});

test("the checks take time in proportion to the texts", { timeout: 30_000 }, () => {
  const repeatedTexts = [
    "`",
    "``` ",
    "{",
    "%",
    "1.",
    "1,",
    "を",
    "the ",
    "テスト",
    "https://a.",
    "@[a",
    "か。",
    "\u0301",
    "ﾞ",
    "!",
    "１",
  ];
  const terms = Array.from({ length: 200 }, (_, index) => ({
    term: "a".repeat(index + 1),
    translation: "b",
    do_not_translate: false,
  }));
  const measureCheckMs = (repeatedText: string, length: number) => {
    const text = repeatedText.repeat(length / repeatedText.length);
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let runNumber = 0; runNumber < 3; runNumber++) {
      // Measures processor time. Elapsed time would depend on what else the computer is doing.
      const cpuUsageBefore = process.cpuUsage().user;
      checkTranslation({
        original: text,
        translation: `${text} a`,
        fromLanguage: "ja",
        toLanguage: "en",
        terms,
      });
      fastestMs = Math.min(fastestMs, (process.cpuUsage().user - cpuUsageBefore) / 1000);
    }
    return fastestMs;
  };
  for (const repeatedText of [...repeatedTexts, "a"]) {
    const [shortTextMs, longTextMs] = [
      measureCheckMs(repeatedText, 5_000),
      measureCheckMs(repeatedText, 20_000),
    ];
    // The second text is four times as long as the first. A quadratic check would need 16 times as much time.
    expect(longTextMs, repeatedText).toBeLessThan(Math.max(10 * shortTextMs, 150));
  }
});
