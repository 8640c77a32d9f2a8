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

const leadsFlow = buildFlow(
  {
    hello: [
      "",
      textBlockOf(
        "welcome",
        textsInLanguages(
          "Thank you for your interest in our work.",
          "Cảm ơn bạn đã quan tâm đến dịch vụ của chúng tôi.",
          "お問い合わせありがとうございます。",
        ),
      ),
      choicesBlock(
        "start",
        textsInLanguages(
          "May we ask four short questions, so that the right person answers?",
          "Cho phép chúng tôi hỏi bốn câu ngắn để đúng người trả lời bạn nhé?",
          "適切な担当者がお答えできるよう、4つだけ質問させていただけますか。",
        ),
        {
          yes: textsInLanguages("Yes", "Được", "はい"),
          person: textsInLanguages("A person, please", "Gặp nhân viên", "担当者と話したい"),
        },
      ),
    ],
    questions: [
      "",
      askBlock(
        "need",
        "need",
        choiceChecks({
          new: textsInLanguages("A new product", "Làm sản phẩm mới", "新規開発"),
          better: textsInLanguages("Improve a system", "Cải tiến hệ thống", "既存システムの改善"),
          people: textsInLanguages("More developers", "Thêm lập trình viên", "開発者の増員"),
          unsure: textsInLanguages("Not sure yet", "Chưa rõ", "まだ決まっていない"),
        }),
        textsInLanguages("What do you need?", "Bạn đang cần gì ạ?", "ご相談内容をお選びください。"),
        textsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      askBlock(
        "when",
        "start_time",
        choiceChecks({
          now: textsInLanguages("This month", "Trong tháng này", "今月中"),
          soon: textsInLanguages("Within 3 months", "Trong 3 tháng", "3か月以内"),
          later: textsInLanguages("Later", "Sau này", "それ以降"),
        }),
        textsInLanguages(
          "When should it begin?",
          "Bạn muốn bắt đầu khi nào ạ?",
          "開始時期をお選びください。",
        ),
        textsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      askBlock(
        "company",
        "company",
        { kind: "text", minimum: 1, maximum: 200 },
        textsInLanguages(
          "Which company are you from?",
          "Bạn đến từ công ty nào ạ?",
          "会社名をお聞かせください。",
        ),
        textsInLanguages(
          "Please write its name.",
          "Bạn hãy ghi tên công ty nhé.",
          "会社名をご入力ください。",
        ),
      ),
      askBlock(
        "mail",
        "email",
        { kind: "email" },
        textsInLanguages(
          "To which e-mail address may we write?",
          "Chúng tôi gửi thư đến địa chỉ nào ạ?",
          "ご連絡先のメールアドレスをお聞かせください。",
        ),
        textsInLanguages(
          "This is no e-mail address. An example: an@example.com",
          "Địa chỉ này chưa đúng. Ví dụ: an@example.com",
          "メールアドレスの形式をご確認ください。例：an@example.com",
        ),
      ),
      {
        id: "soon",
        type: "condition",
        items: [
          {
            id: "now",
            match: "any",
            tests: [
              { variable_id: "start_time", operator: "equals", value: "This month" },
              { variable_id: "start_time", operator: "equals", value: "Trong tháng này" },
              { variable_id: "start_time", operator: "equals", value: "今月中" },
            ],
          },
        ],
      },
    ],
    soonest: [
      "",
      tagBlock("mark-soon", "this month"),
      handOverBlock(
        "now",
        textsInLanguages(
          "That is soon: a consultant answers you here.",
          "Thời gian khá gấp: tư vấn viên sẽ trả lời bạn ngay tại đây.",
          "お急ぎとのことですので、担当者がこのままご対応いたします。",
        ),
      ),
      endBlock("after"),
    ],
    later: [
      "",
      tagBlock("mark-lead", "lead"),
      textBlockOf(
        "thanks",
        textsInLanguages(
          "Thank you, {{company}}. We write to {{email}} within one working day.",
          "Cảm ơn {{company}}. Chúng tôi sẽ viết thư đến {{email}} trong một ngày làm việc.",
          "{{company}}様、ありがとうございます。1営業日以内に{{email}}へご連絡いたします。",
        ),
      ),
      endBlock("done"),
    ],
    person: [
      "",
      handOverBlock(
        "call",
        textsInLanguages(
          "One moment please, a consultant will answer.",
          "Bạn đợi chút nhé, tư vấn viên sẽ trả lời ngay.",
          "担当者におつなぎします。少々お待ちください。",
        ),
      ),
      endBlock("over"),
    ],
  },
  [
    ["start/yes", "questions"],
    ["start/person", "person"],
    ["soon/now", "soonest"],
    ["soon/else", "later"],
  ],
  ["need", "start_time", "company", "email"],
);

/** A bot that asks potential clients what they need, and hands those who are in a hurry over to a person. */
export const leadsTemplate: BotTemplate = {
  title: textsInLanguages("Questions to new clients", "Hỏi khách hàng mới", "新規のお客様へのヒアリング"),
  description: textsInLanguages(
    "Asks what somebody needs and when, takes company and e-mail address, and brings those in a hurry to a person.",
    "Hỏi nhu cầu và thời gian, lấy tên công ty và địa chỉ thư, chuyển khách đang gấp cho nhân viên.",
    "ご要望と時期、会社名とメールアドレスを聞き、お急ぎの方を担当者につなぎます。",
  ),
  flows: [
    {
      id: "00000000-0000-7000-8000-000000000103",
      name: textsInLanguages("Questions", "Câu hỏi", "ヒアリング"),
      flow: leadsFlow,
    },
  ],
};
