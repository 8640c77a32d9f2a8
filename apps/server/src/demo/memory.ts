import type { NewTranslationPair } from "../features/memory/service.ts";
import { bookingSentences } from "./sentences/booking.ts";
import { dailyWorkSentences } from "./sentences/daily-work.ts";
import { dataSentences } from "./sentences/data.ts";
import { designSentences } from "./sentences/design.ts";
import { operationsSentences } from "./sentences/operations.ts";
import { softwareQualitySentences } from "./sentences/quality.ts";
import { securitySentences } from "./sentences/security.ts";
import { shopSentences } from "./sentences/shop.ts";
import { teamworkSentences } from "./sentences/teamwork.ts";

/**
 * Sentences for the translation memory, grouped by topic. Each line has one sentence in three languages: `ja | en |
 * vi`. Each line becomes six memory entries, one for each source and target language.
 */
export const demoMemorySentences: readonly string[] = [
  dailyWorkSentences,
  bookingSentences,
  shopSentences,
  designSentences,
  securitySentences,
  operationsSentences,
  dataSentences,
  softwareQualitySentences,
  teamworkSentences,
].flatMap((topic) => topic.trim().split("\n"));

/** The demo marks two of three entries in its translation memory as approved. */
const isApproved = (index: number) => index % 3 !== 2;

function translationPairsOf(line: string, index: number): NewTranslationPair[] {
  const [ja = "", en = "", vi = ""] = line.split(" | ");
  const names = { ja, en, vi };
  return (["ja", "en", "vi"] as const).flatMap((from) =>
    (["ja", "en", "vi"] as const)
      .filter((target) => target !== from)
      .map((to) => ({ from, to, source: names[from], target: names[to], approved: isApproved(index) })),
  );
}

export const demoTranslationPairs: readonly NewTranslationPair[] =
  demoMemorySentences.flatMap(translationPairsOf);

/**
 * Glossary terms, written as `ja | en | vi | note`. A dash in two of the languages marks a name that is never
 * translated.
 */
const glossaryLines = `
要件定義 | requirements definition | định nghĩa yêu cầu |
仕様書 | specification | đặc tả |
画面設計 | screen design | thiết kế màn hình |
基本設計 | basic design | thiết kế cơ bản |
詳細設計 | detailed design | thiết kế chi tiết |
単体テスト | unit test | kiểm thử đơn vị |
結合テスト | integration test | kiểm thử tích hợp |
総合テスト | system test | kiểm thử hệ thống | The whole, before acceptance.
受け入れテスト | acceptance test | kiểm thử nghiệm thu | Done by the client.
検証環境 | staging environment | môi trường kiểm thử |
本番環境 | production environment | môi trường thật |
不具合 | bug | lỗi | In mails to clients never バグ.
障害 | incident | sự cố |
再発防止策 | preventive measure | biện pháp phòng ngừa |
納期 | deadline | hạn bàn giao |
納品 | delivery | bàn giao |
検収 | inspection | nghiệm thu |
見積もり | estimate | báo giá |
請求書 | invoice | hóa đơn |
発注書 | purchase order | đơn đặt hàng |
契約書 | contract | hợp đồng |
議事録 | minutes | biên bản |
進捗 | progress | tiến độ |
工数 | effort | công số | Counted in person-days.
人月 | person-month | tháng công |
担当者 | person in charge | người phụ trách |
課題管理表 | issue list | danh sách vấn đề |
仕様変更 | change request | thay đổi đặc tả |
影響範囲 | affected area | phạm vi ảnh hưởng |
保守 | maintenance | bảo trì |
運用 | operation | vận hành |
決済 | payment | thanh toán |
予約 | booking | đặt lịch |
在庫 | stock | tồn kho |
会員登録 | registration | đăng ký thành viên |
管理画面 | admin page | trang quản trị |
権限 | permission | quyền |
議題 | agenda | nội dung họp |
Kakehashi | - | - | The product's name.
BrSE | - | - | Bridge system engineer.
`;

export const demoGlossary = glossaryLines
  .trim()
  .split("\n")
  .map((line) => {
    const [ja = "", en = "", vi = "", termNote = ""] = line.split("|").map((word) => word.trim());
    return en === "-"
      ? { ja: null, en: ja, vi: null, note: termNote, do_not_translate: true }
      : { ja, en, vi, note: termNote, do_not_translate: false };
  });
