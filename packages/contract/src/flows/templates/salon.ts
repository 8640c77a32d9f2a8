import {
  askBlock,
  type BotTemplate,
  buildFlow,
  choiceChecks,
  choicesBlock,
  endBlock,
  handOverBlock,
  tagBlock,
  textBlockOf,
  textsInLanguages,
} from "./draw.ts";

const salonMenu = {
  book: textsInLanguages("Book", "Đặt lịch", "予約する"),
  prices: textsInLanguages("Prices", "Bảng giá", "料金を見る"),
  place: textsInLanguages("Hours and place", "Giờ và địa chỉ", "営業時間・場所"),
  person: textsInLanguages("Talk to us", "Gặp nhân viên", "スタッフと話す"),
};

const salonFlow = buildFlow(
  {
    hello: [
      "",
      textBlockOf(
        "welcome",
        textsInLanguages("Welcome to our salon!", "Salon xin chào bạn!", "こんにちは！当サロンへようこそ。"),
      ),
      choicesBlock(
        "menu",
        textsInLanguages("What can we do for you?", "Bạn cần salon giúp gì ạ?", "ご用件をお選びください。"),
        salonMenu,
      ),
    ],
    book: [
      "",
      askBlock(
        "service",
        "service",
        choiceChecks({
          cut: textsInLanguages("Haircut", "Cắt tóc", "カット"),
          colour: textsInLanguages("Colour", "Nhuộm", "カラー"),
          perm: textsInLanguages("Perm", "Uốn", "パーマ"),
          spa: textsInLanguages("Head spa", "Gội dưỡng sinh", "ヘッドスパ"),
        }),
        textsInLanguages(
          "Which treatment would you like?",
          "Bạn muốn làm dịch vụ nào ạ?",
          "ご希望のメニューをお選びください。",
        ),
        textsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      askBlock(
        "day",
        "day",
        { kind: "date", earliest: "today", latest: null },
        textsInLanguages(
          "Which day suits you? For example 2026-12-24.",
          "Bạn muốn đến ngày nào ạ? Ví dụ 24/12/2026.",
          "ご希望の日にちをご入力ください。例：2026/12/24",
        ),
        textsInLanguages(
          "Please write a day from today on, such as 2026-12-24.",
          "Bạn hãy ghi một ngày từ hôm nay trở đi, ví dụ 24/12/2026.",
          "本日以降の日にちを「2026/12/24」のようにご入力ください。",
        ),
      ),
      askBlock(
        "time",
        "time",
        choiceChecks({
          morning: textsInLanguages("Morning", "Buổi sáng", "午前"),
          afternoon: textsInLanguages("Afternoon", "Buổi chiều", "午後"),
          evening: textsInLanguages("Evening", "Buổi tối", "夕方以降"),
        }),
        textsInLanguages(
          "At what time of the day?",
          "Bạn muốn đến vào buổi nào ạ?",
          "ご希望の時間帯をお選びください。",
        ),
        textsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      askBlock(
        "name",
        "name",
        { kind: "text", minimum: 1, maximum: 100 },
        textsInLanguages("What is your name?", "Bạn cho salon xin tên nhé.", "お名前をお聞かせください。"),
        textsInLanguages(
          "Please write your name.",
          "Bạn hãy ghi tên của mình nhé.",
          "お名前をご入力ください。",
        ),
      ),
      askBlock(
        "phone",
        "phone",
        { kind: "phone" },
        textsInLanguages(
          "Which number may we call?",
          "Salon gọi cho bạn qua số nào ạ?",
          "お電話番号をお聞かせください。",
        ),
        textsInLanguages(
          "Please write a phone number, such as +81 90 1234 5678.",
          "Bạn hãy ghi số điện thoại, ví dụ 0912 345 678.",
          "電話番号を「090-1234-5678」のようにご入力ください。",
        ),
      ),
      choicesBlock(
        "check",
        textsInLanguages(
          "{{service}} on {{day}}, {{time}}, for {{name}}. Is that right?",
          "{{service}}, ngày {{day}}, {{time}}, tên {{name}}. Như vậy đúng chưa ạ?",
          "{{name}}様、{{day}} {{time}}、{{service}}でよろしいでしょうか。",
        ),
        {
          send: textsInLanguages("Yes, book it", "Đúng, đặt lịch", "この内容で予約"),
          again: textsInLanguages("Change it", "Sửa lại", "変更する"),
        },
      ),
    ],
    booked: [
      "",
      tagBlock("mark", "booking"),
      handOverBlock(
        "confirm",
        textsInLanguages(
          "Thank you! We check the time and confirm it here in a moment.",
          "Cảm ơn bạn! Salon sẽ kiểm tra lịch và xác nhận ngay tại đây.",
          "ありがとうございます。空き状況を確認し、こちらでご連絡いたします。",
        ),
      ),
      textBlockOf(
        "bye",
        textsInLanguages("See you soon!", "Hẹn gặp bạn tại salon!", "ご来店をお待ちしております。"),
      ),
      endBlock("end"),
    ],
    prices: [
      "",
      textBlockOf(
        "list",
        textsInLanguages(
          "Haircut from ¥4,500\nColour from ¥6,000\nPerm from ¥8,000\nHead spa from ¥3,000",
          "Cắt tóc từ 4.500 yên\nNhuộm từ 6.000 yên\nUốn từ 8.000 yên\nGội dưỡng sinh từ 3.000 yên",
          "カット 4,500円〜\nカラー 6,000円〜\nパーマ 8,000円〜\nヘッドスパ 3,000円〜",
        ),
      ),
    ],
    place: [
      "",
      textBlockOf(
        "open",
        textsInLanguages(
          "We are open from 10:00 to 19:00, closed on Wednesdays, two minutes from the station's east exit.",
          "Salon mở cửa từ 10:00 đến 19:00, nghỉ thứ Tư, cách cửa đông nhà ga 2 phút đi bộ.",
          "営業時間は10:00〜19:00、定休日は水曜日です。駅東口から徒歩2分です。",
        ),
      ),
    ],
    person: [
      "",
      handOverBlock(
        "call",
        textsInLanguages(
          "One moment please, somebody of our staff will answer.",
          "Bạn đợi chút nhé, nhân viên sẽ trả lời ngay.",
          "スタッフにおつなぎします。少々お待ちください。",
        ),
      ),
      endBlock("over"),
    ],
    more: [
      "",
      choicesBlock(
        "next",
        textsInLanguages("Anything else?", "Bạn cần gì thêm không ạ?", "ほかにご用件はございますか。"),
        {
          book: salonMenu.book,
          prices: salonMenu.prices,
          place: salonMenu.place,
          person: salonMenu.person,
          no: textsInLanguages("No, thank you", "Không, cảm ơn", "いいえ"),
        },
      ),
    ],
    close: [
      "",
      textBlockOf(
        "thanks",
        textsInLanguages(
          "Thank you for writing!",
          "Cảm ơn bạn đã nhắn tin!",
          "ご連絡ありがとうございました。",
        ),
      ),
      endBlock("done"),
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

/** A bot that takes booking requests for a salon. The salon's staff confirms the bookings. */
export const salonTemplate: BotTemplate = {
  title: textsInLanguages("Salon booking", "Đặt lịch salon", "サロンの予約"),
  description: textsInLanguages(
    "Takes bookings with treatment, day and phone number, tells prices and opening hours, and calls the staff.",
    "Nhận lịch hẹn kèm dịch vụ, ngày và số điện thoại, báo giá, giờ mở cửa và chuyển cho nhân viên.",
    "メニュー・日時・電話番号を聞いて予約を受け、料金や営業時間を案内し、スタッフにつなぎます。",
  ),
  flows: [
    {
      id: "00000000-0000-7000-8000-000000000101",
      name: textsInLanguages("Booking", "Đặt lịch", "予約"),
      flow: salonFlow,
    },
  ],
};
