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

const leadsFlow = buildFlow(
  {
    hello: [
      "",
      createTextBlock(
        "welcome",
        createTextsInLanguages(
          "Thank you for your interest in our work.",
          "Cảm ơn bạn đã quan tâm đến dịch vụ của chúng tôi.",
          "お問い合わせありがとうございます。",
        ),
      ),
      createChoicesBlock(
        "start",
        createTextsInLanguages(
          "May we ask four short questions, so that the right person answers?",
          "Cho phép chúng tôi hỏi bốn câu ngắn để đúng người trả lời bạn nhé?",
          "適切な担当者がお答えできるよう、4つだけ質問させていただけますか。",
        ),
        {
          yes: createTextsInLanguages("Yes", "Được", "はい"),
          person: createTextsInLanguages("A person, please", "Gặp nhân viên", "担当者と話したい"),
        },
      ),
    ],
    questions: [
      "",
      createAskBlock(
        "need",
        "need",
        createChoiceAnswerChecks({
          new: createTextsInLanguages("A new product", "Làm sản phẩm mới", "新規開発"),
          better: createTextsInLanguages("Improve a system", "Cải tiến hệ thống", "既存システムの改善"),
          people: createTextsInLanguages("More developers", "Thêm lập trình viên", "開発者の増員"),
          unsure: createTextsInLanguages("Not sure yet", "Chưa rõ", "まだ決まっていない"),
        }),
        createTextsInLanguages("What do you need?", "Bạn đang cần gì ạ?", "ご相談内容をお選びください。"),
        createTextsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      createAskBlock(
        "when",
        "start_time",
        createChoiceAnswerChecks({
          now: createTextsInLanguages("This month", "Trong tháng này", "今月中"),
          soon: createTextsInLanguages("Within 3 months", "Trong 3 tháng", "3か月以内"),
          later: createTextsInLanguages("Later", "Sau này", "それ以降"),
        }),
        createTextsInLanguages(
          "When should it begin?",
          "Bạn muốn bắt đầu khi nào ạ?",
          "開始時期をお選びください。",
        ),
        createTextsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
        ),
      ),
      createAskBlock(
        "company",
        "company",
        { kind: "text", minimum: 1, maximum: 200 },
        createTextsInLanguages(
          "Which company are you from?",
          "Bạn đến từ công ty nào ạ?",
          "会社名をお聞かせください。",
        ),
        createTextsInLanguages(
          "Please write its name.",
          "Bạn hãy ghi tên công ty nhé.",
          "会社名をご入力ください。",
        ),
      ),
      createAskBlock(
        "mail",
        "email",
        { kind: "email" },
        createTextsInLanguages(
          "To which e-mail address may we write?",
          "Chúng tôi gửi thư đến địa chỉ nào ạ?",
          "ご連絡先のメールアドレスをお聞かせください。",
        ),
        createTextsInLanguages(
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
      createTagBlock("mark-soon", "this month"),
      createHandOverBlock(
        "now",
        createTextsInLanguages(
          "That is soon: a consultant answers you here.",
          "Thời gian khá gấp: tư vấn viên sẽ trả lời bạn ngay tại đây.",
          "お急ぎとのことですので、担当者がこのままご対応いたします。",
        ),
      ),
      createEndBlock("after"),
    ],
    later: [
      "",
      createTagBlock("mark-lead", "lead"),
      createTextBlock(
        "thanks",
        createTextsInLanguages(
          "Thank you, {{company}}. We write to {{email}} within one working day.",
          "Cảm ơn {{company}}. Chúng tôi sẽ viết thư đến {{email}} trong một ngày làm việc.",
          "{{company}}様、ありがとうございます。1営業日以内に{{email}}へご連絡いたします。",
        ),
      ),
      createEndBlock("done"),
    ],
    person: [
      "",
      createHandOverBlock(
        "call",
        createTextsInLanguages(
          "One moment please, a consultant will answer.",
          "Bạn đợi chút nhé, tư vấn viên sẽ trả lời ngay.",
          "担当者におつなぎします。少々お待ちください。",
        ),
      ),
      createEndBlock("over"),
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
  title: createTextsInLanguages(
    "Questions to new clients",
    "Hỏi khách hàng mới",
    "新規のお客様へのヒアリング",
  ),
  description: createTextsInLanguages(
    "Asks what somebody needs and when, takes company and e-mail address, and brings those in a hurry to a person.",
    "Hỏi nhu cầu và thời gian, lấy tên công ty và địa chỉ thư, chuyển khách đang gấp cho nhân viên.",
    "ご要望と時期、会社名とメールアドレスを聞き、お急ぎの方を担当者につなぎます。",
  ),
  flows: [
    {
      id: "00000000-0000-7000-8000-000000000103",
      name: createTextsInLanguages("Questions", "Câu hỏi", "ヒアリング"),
      flow: leadsFlow,
    },
  ],
};
