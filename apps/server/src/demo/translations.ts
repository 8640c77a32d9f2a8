import type { Language } from "@kakehashi/contract/languages";
import type { DemoPersonKey } from "./cast.ts";

/** The text of a demo message in another language, and the state of that translation. */
export interface DemoTranslation {
  /** The beginning of the message's text. The demo finds the message by it. */
  readonly messageStart: string;
  readonly language: Language;
  readonly content: string;
  /** The translator. Absent: the translation is by machine. */
  readonly translator?: DemoPersonKey;
  readonly approvedBy?: DemoPersonKey;
  /** The request for a better translation: who requested it, and why. */
  readonly betterTranslationRequest?: readonly [by: DemoPersonKey, reason: string];
}

export const demoTranslations: readonly DemoTranslation[] = [
  {
    messageStart: "予約カレンダーの完了、",
    language: "vi",
    content: "Cảm ơn mọi người đã hoàn thành phần đặt lịch. Tiếp theo nhờ mọi người làm màn hình thanh toán.",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "Dạ vâng. Em sẽ làm phần thẻ trước",
    language: "ja",
    content: "承知しました。カード払いを先に作り、その後に店頭払いを作ります。",
    translator: "linh",
  },
  {
    messageStart: "支払い画面の期限は",
    language: "vi",
    content: "Hạn của màn hình thanh toán vẫn là tuần này. Nếu không kịp, hãy báo sớm nhé.",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "よろしくお願いします。まずは",
    language: "vi",
    content: "Rất mong được mọi người giúp đỡ. Trước hết nhờ mọi người xem giúp màn hình đặt lịch.",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "よろしくお願いします。まずは",
    language: "en",
    content: "Thank you all in advance. It would help if you could look at the booking screen first.",
    translator: "kenji",
    approvedBy: "kenji",
  },
  {
    messageStart: "Chào mọi người, mình là An",
    language: "ja",
    content: "皆さん、はじめまして。予約画面を担当するアンです。",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "Chào mọi người, mình là An",
    language: "en",
    content: "Hi everyone, I'm An. I look after the booking screens.",
    translator: "linh",
  },
  {
    messageStart: "ありがとうございます。日付を選ぶところ",
    language: "vi",
    content:
      "Cảm ơn bạn. Phần chọn ngày rất dễ hiểu.\nChỉ một điểm: có thể không cho chọn ngày nghỉ cố định (thứ Tư) được không?",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "ありがとうございます。日付を選ぶところ",
    language: "en",
    content:
      "Thank you. Choosing a date is very easy to understand.\nJust one thing: could our regular closing day (Wednesday) be made impossible to choose?",
    translator: "linh",
  },
  {
    messageStart: "An さん、水曜は定休日なので",
    language: "vi",
    content: "An ơi, thứ Tư là ngày nghỉ cố định, nhờ bạn hiển thị màu xám trên lịch và không cho bấm nhé.",
    translator: "linh",
  },
  {
    messageStart: "Vâng, mình sẽ khóa các ngày thứ Tư",
    language: "ja",
    content: "はい、水曜日は選べないようにします。日本の祝日も選べないようにしますか。",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "Vâng, mình sẽ khóa các ngày thứ Tư",
    language: "en",
    content: "Yes, I'll block Wednesdays. Should Japanese public holidays be blocked as well?",
    translator: "linh",
  },
  {
    messageStart: "祝日は営業しています",
    language: "vi",
    content: "Ngày lễ quán vẫn mở cửa. Chỉ nghỉ dịp cuối năm và đầu năm (29/12 đến 3/1).",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "祝日は営業しています",
    language: "en",
    content: "We are open on public holidays. We only close over the New Year (29 December to 3 January).",
    translator: "kenji",
  },
  {
    messageStart: "Rõ rồi ạ. Mình làm bảng ngày nghỉ",
    language: "ja",
    content: "承知しました。休業日の一覧を作り、コードを変えずにお店で変更できるようにします。",
    translator: "linh",
  },
  {
    messageStart: "良い案ですね",
    language: "vi",
    content: "Đó là ý tưởng tốt. Hãy thêm mục “ngày đóng cửa” vào màn hình quản lý.",
  },
  {
    messageStart: "良い案ですね",
    language: "en",
    content: "That's a good idea. Let's add a \"closed days\" item to the management screen.",
  },
  {
    messageStart: "Phần khóa ngày nghỉ xong rồi",
    language: "ja",
    content: "休業日を選べないようにする部分ができました。検証環境に反映済みです。",
    translator: "linh",
  },
  {
    messageStart: "Phần khóa ngày nghỉ xong rồi",
    language: "en",
    content: "Blocking closed days is done. It is on the test build.",
    translator: "linh",
  },
  {
    messageStart: "Looks good on my phone",
    language: "ja",
    content: "私の携帯では大丈夫です。小さい画面では確認ボタンがキーボードに少し近いです。",
    translator: "linh",
    betterTranslationRequest: ["aiko", "「大丈夫」は表示のことですか、動きのことですか。"],
  },
  {
    messageStart: "Looks good on my phone",
    language: "vi",
    content: "Trên điện thoại của tôi hiển thị tốt. Với màn hình nhỏ, nút xác nhận hơi sát bàn phím.",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "Cảm ơn Emma, mình thêm",
    language: "en",
    content: "Thanks, Emma. I'll add some space below.",
    translator: "linh",
  },
  {
    messageStart: "Cảm ơn Emma, mình thêm",
    language: "ja",
    content: "Emma さん、ありがとうございます。下に余白を足します。",
    translator: "linh",
  },
  {
    messageStart: "Tiêu đề e-mail xác nhận",
    language: "ja",
    content: "確認メールの件名は、愛子さんのご希望どおり「ご予約ありがとうございます」です。",
    translator: "linh",
  },
  {
    messageStart: "予約の確認メールですが",
    language: "en",
    content: "About the booking confirmation e-mail: could its subject be “Thank you for your booking”?",
    translator: "kenji",
  },
  {
    messageStart: "Mình sửa rồi ạ",
    language: "ja",
    content: "修正しました。ご確認をお願いします。",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "Mình sửa rồi ạ",
    language: "en",
    content: "I've changed it. Could you check, please?",
    translator: "linh",
  },
  {
    messageStart: "確認しました。これで大丈夫です",
    language: "vi",
    content: "Tôi đã kiểm tra, như vậy là được rồi. Tiếp theo nhờ bạn làm giờ mở cửa của từng cửa hàng.",
    translator: "linh",
    approvedBy: "kenji",
  },
  {
    messageStart: "確認しました。これで大丈夫です",
    language: "en",
    content: "I have checked it, and it is fine. Next, the opening hours of each shop, please.",
    translator: "kenji",
  },
];
