import {
  type BotTemplate,
  buildFlow,
  createAskBlock,
  createChoiceAnswerChecks,
  createChoicesBlock,
  createEndBlock,
  createHandOverBlock,
  createTagBlock,
  createTextBlock,
  createTextsInLanguages,
} from "./draw.ts";

const salonMenu = {
  book: createTextsInLanguages("Book", "Đặt lịch", "予約する"),
  prices: createTextsInLanguages("Prices", "Bảng giá", "料金を見る"),
  place: createTextsInLanguages("Hours and place", "Giờ và địa chỉ", "営業時間・場所"),
  person: createTextsInLanguages("Talk to us", "Gặp nhân viên", "スタッフと話す"),
};

const salonFlow = buildFlow(
  {
    hello: [
      "",
      createTextBlock(
        "welcome",
        createTextsInLanguages(
          "Welcome to our salon!",
          "Salon xin chào bạn!",
          "こんにちは！当サロンへようこそ。",
        ),
      ),
      createChoicesBlock(
        "menu",
        createTextsInLanguages(
          "What can we do for you?",
          "Bạn cần salon giúp gì ạ?",
          "ご用件をお選びください。",
        ),
        salonMenu,
      ),
    ],
    book: [
      "",
      createAskBlock(
        "service",
        "service",
        createChoiceAnswerChecks({
          cut: createTextsInLanguages("Haircut", "Cắt tóc", "カット"),
          colour: createTextsInLanguages("Colour", "Nhuộm", "カラー"),
          perm: createTextsInLanguages("Perm", "Uốn", "パーマ"),
          spa: createTextsInLanguages("Head spa", "Gội dưỡng sinh", "ヘッドスパ"),
        }),
        createTextsInLanguages(
          "Which treatment would you like?",
          "Bạn muốn làm dịch vụ nào ạ?",
          "ご希望のメニューをお選びください。",
        ),
        createTextsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      createAskBlock(
        "day",
        "day",
        { kind: "date", earliest: "today", latest: null },
        createTextsInLanguages(
          "Which day suits you? For example 2026-12-24.",
          "Bạn muốn đến ngày nào ạ? Ví dụ 24/12/2026.",
          "ご希望の日にちをご入力ください。例：2026/12/24",
        ),
        createTextsInLanguages(
          "Please write a day from today on, such as 2026-12-24.",
          "Bạn hãy ghi một ngày từ hôm nay trở đi, ví dụ 24/12/2026.",
          "本日以降の日にちを「2026/12/24」のようにご入力ください。",
        ),
      ),
      createAskBlock(
        "time",
        "time",
        createChoiceAnswerChecks({
          morning: createTextsInLanguages("Morning", "Buổi sáng", "午前"),
          afternoon: createTextsInLanguages("Afternoon", "Buổi chiều", "午後"),
          evening: createTextsInLanguages("Evening", "Buổi tối", "夕方以降"),
        }),
        createTextsInLanguages(
          "At what time of the day?",
          "Bạn muốn đến vào buổi nào ạ?",
          "ご希望の時間帯をお選びください。",
        ),
        createTextsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      createAskBlock(
        "name",
        "name",
        { kind: "text", minimum: 1, maximum: 100 },
        createTextsInLanguages(
          "What is your name?",
          "Bạn cho salon xin tên nhé.",
          "お名前をお聞かせください。",
        ),
        createTextsInLanguages(
          "Please write your name.",
          "Bạn hãy ghi tên của mình nhé.",
          "お名前をご入力ください。",
        ),
      ),
      createAskBlock(
        "phone",
        "phone",
        { kind: "phone" },
        createTextsInLanguages(
          "Which number may we call?",
          "Salon gọi cho bạn qua số nào ạ?",
          "お電話番号をお聞かせください。",
        ),
        createTextsInLanguages(
          "Please write a phone number, such as +81 90 1234 5678.",
          "Bạn hãy ghi số điện thoại, ví dụ 0912 345 678.",
          "電話番号を「090-1234-5678」のようにご入力ください。",
        ),
      ),
      createChoicesBlock(
        "check",
        createTextsInLanguages(
          "{{service}} on {{day}}, {{time}}, for {{name}}. Is that right?",
          "{{service}}, ngày {{day}}, {{time}}, tên {{name}}. Như vậy đúng chưa ạ?",
          "{{name}}様、{{day}} {{time}}、{{service}}でよろしいでしょうか。",
        ),
        {
          send: createTextsInLanguages("Yes, book it", "Đúng, đặt lịch", "この内容で予約"),
          again: createTextsInLanguages("Change it", "Sửa lại", "変更する"),
        },
      ),
    ],
    booked: [
      "",
      createTagBlock("mark", "booking"),
      createHandOverBlock(
        "confirm",
        createTextsInLanguages(
          "Thank you! We check the time and confirm it here in a moment.",
          "Cảm ơn bạn! Salon sẽ kiểm tra lịch và xác nhận ngay tại đây.",
          "ありがとうございます。空き状況を確認し、こちらでご連絡いたします。",
        ),
      ),
      createTextBlock(
        "bye",
        createTextsInLanguages("See you soon!", "Hẹn gặp bạn tại salon!", "ご来店をお待ちしております。"),
      ),
      createEndBlock("end"),
    ],
    prices: [
      "",
      createTextBlock(
        "list",
        createTextsInLanguages(
          "Haircut from ¥4,500\nColour from ¥6,000\nPerm from ¥8,000\nHead spa from ¥3,000",
          "Cắt tóc từ 4.500 yên\nNhuộm từ 6.000 yên\nUốn từ 8.000 yên\nGội dưỡng sinh từ 3.000 yên",
          "カット 4,500円〜\nカラー 6,000円〜\nパーマ 8,000円〜\nヘッドスパ 3,000円〜",
        ),
      ),
    ],
    place: [
      "",
      createTextBlock(
        "open",
        createTextsInLanguages(
          "We are open from 10:00 to 19:00, closed on Wednesdays, two minutes from the station's east exit.",
          "Salon mở cửa từ 10:00 đến 19:00, nghỉ thứ Tư, cách cửa đông nhà ga 2 phút đi bộ.",
          "営業時間は10:00〜19:00、定休日は水曜日です。駅東口から徒歩2分です。",
        ),
      ),
    ],
    person: [
      "",
      createHandOverBlock(
        "call",
        createTextsInLanguages(
          "One moment please, somebody of our staff will answer.",
          "Bạn đợi chút nhé, nhân viên sẽ trả lời ngay.",
          "スタッフにおつなぎします。少々お待ちください。",
        ),
      ),
      createEndBlock("over"),
    ],
    more: [
      "",
      createChoicesBlock(
        "next",
        createTextsInLanguages("Anything else?", "Bạn cần gì thêm không ạ?", "ほかにご用件はございますか。"),
        {
          book: salonMenu.book,
          prices: salonMenu.prices,
          place: salonMenu.place,
          person: salonMenu.person,
          no: createTextsInLanguages("No, thank you", "Không, cảm ơn", "いいえ"),
        },
      ),
    ],
    close: [
      "",
      createTextBlock(
        "thanks",
        createTextsInLanguages(
          "Thank you for writing!",
          "Cảm ơn bạn đã nhắn tin!",
          "ご連絡ありがとうございました。",
        ),
      ),
      createEndBlock("done"),
    ],
  },
  [
    ["menu/book", "book"],
    ["menu/prices", "prices"],
    ["menu/place", "place"],
    ["menu/person", "person"],
    ["check/send", "booked"],
    ["check/again", "book"],
    ["list", "more"],
    ["open", "more"],
    ["next/book", "book"],
    ["next/prices", "prices"],
    ["next/place", "place"],
    ["next/person", "person"],
    ["next/no", "close"],
  ],
  ["service", "day", "time", "name", "phone"],
);

/**
 * A bot that takes booking requests for a salon. The salon's staff confirms the bookings. The file is long because it is
 * one story: its texts are read in the order in which a visitor reads them.
 */
export const salonTemplate: BotTemplate = {
  title: createTextsInLanguages("Salon booking", "Đặt lịch salon", "サロンの予約"),
  description: createTextsInLanguages(
    "Takes bookings with treatment, day and phone number, tells prices and opening hours, and calls the staff.",
    "Nhận lịch hẹn kèm dịch vụ, ngày và số điện thoại, báo giá, giờ mở cửa và chuyển cho nhân viên.",
    "メニュー・日時・電話番号を聞いて予約を受け、料金や営業時間を案内し、スタッフにつなぎます。",
  ),
  flows: [
    {
      id: "00000000-0000-7000-8000-000000000101",
      name: createTextsInLanguages("Booking", "Đặt lịch", "予約"),
      flow: salonFlow,
    },
  ],
};
