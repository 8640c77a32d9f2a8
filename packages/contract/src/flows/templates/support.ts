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

const supportFlow = buildFlow(
  {
    hello: [
      "",
      createTextBlock(
        "welcome",
        createTextsInLanguages(
          "Hello, this is the support of our software.",
          "Xin chào, đây là bộ phận hỗ trợ phần mềm.",
          "こんにちは。ソフトウェアサポート窓口です。",
        ),
      ),
      createChoicesBlock(
        "menu",
        createTextsInLanguages("What is it about?", "Bạn cần hỗ trợ việc gì ạ?", "ご用件をお選びください。"),
        {
          problem: createTextsInLanguages("Report a problem", "Báo lỗi", "不具合を報告"),
          signin: createTextsInLanguages("I cannot sign in", "Không đăng nhập được", "ログインできない"),
          question: createTextsInLanguages("A question", "Hỏi cách dùng", "使い方の質問"),
          person: createTextsInLanguages("Talk to a person", "Gặp nhân viên", "担当者と話す"),
        },
      ),
    ],
    problem: [
      "",
      createAskBlock(
        "what",
        "problem",
        { kind: "text", minimum: 10, maximum: 1_000 },
        createTextsInLanguages(
          "What happened, and what did you expect instead?",
          "Đã xảy ra chuyện gì, và lẽ ra phải thế nào ạ?",
          "どのような現象でしょうか。本来どうなるはずだったかもお書きください。",
        ),
        createTextsInLanguages(
          "Please describe it in one or two sentences.",
          "Bạn hãy mô tả bằng một hai câu nhé.",
          "1〜2文で詳しくご説明ください。",
        ),
      ),
      createAskBlock(
        "how",
        "urgency",
        createChoiceAnswerChecks({
          stops: createTextsInLanguages("We cannot work", "Không làm việc được", "業務が止まっている"),
          slows: createTextsInLanguages("It slows us down", "Làm chậm công việc", "業務に支障がある"),
          small: createTextsInLanguages("It is a small thing", "Lỗi nhỏ", "軽微な不具合"),
        }),
        createTextsInLanguages("How urgent is it?", "Mức độ gấp thế nào ạ?", "緊急度をお選びください。"),
        createTextsInLanguages(
          "Please choose one of these.",
          "Bạn hãy chọn một mục dưới đây nhé.",
          "次の中からお選びください。",
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
        id: "urgent",
        type: "condition",
        items: [
          {
            id: "stops",
            match: "any",
            tests: [
              { variable_id: "urgency", operator: "equals", value: "We cannot work" },
              { variable_id: "urgency", operator: "equals", value: "Không làm việc được" },
              { variable_id: "urgency", operator: "equals", value: "業務が止まっている" },
            ],
          },
        ],
      },
    ],
    urgentNow: [
      "",
      createTagBlock("mark-urgent", "urgent"),
      createHandOverBlock(
        "now",
        createTextsInLanguages(
          "We are looking at it now. Please stay here for a moment.",
          "Chúng tôi xử lý ngay. Bạn vui lòng chờ ở đây một chút nhé.",
          "ただちに確認いたします。このままお待ちください。",
        ),
      ),
      createEndBlock("after"),
    ],
    noted: [
      "",
      createTagBlock("mark-problem", "problem"),
      createTextBlock(
        "thanks",
        createTextsInLanguages(
          "Thank you. We write to {{email}} within one working day.",
          "Cảm ơn bạn. Chúng tôi sẽ viết thư đến {{email}} trong một ngày làm việc.",
          "ありがとうございます。1営業日以内に{{email}}へご連絡いたします。",
        ),
      ),
      createEndBlock("done"),
    ],
    signin: [
      "",
      createTextBlock(
        "reset",
        createTextsInLanguages(
          "Choose “Forgot your password?” on the sign-in page. The mail comes within a few minutes; please look into the junk folder too.",
          "Hãy chọn “Quên mật khẩu?” ở trang đăng nhập. Thư sẽ đến sau vài phút; bạn xem cả mục thư rác nhé.",
          "ログイン画面の「パスワードをお忘れですか？」をお選びください。数分でメールが届きます。迷惑メールもご確認ください。",
        ),
      ),
      createChoicesBlock(
        "solved",
        createTextsInLanguages("Did that help?", "Như vậy đã được chưa ạ?", "解決しましたか。"),
        {
          yes: createTextsInLanguages("Yes", "Được rồi", "はい"),
          no: createTextsInLanguages("No", "Chưa được", "いいえ"),
        },
      ),
    ],
    question: [
      "",
      createAskBlock(
        "text",
        "question",
        { kind: "text", minimum: 1, maximum: 1_000 },
        createTextsInLanguages(
          "What would you like to know?",
          "Bạn muốn hỏi gì ạ?",
          "ご質問をご記入ください。",
        ),
        createTextsInLanguages(
          "Please write your question.",
          "Bạn hãy ghi câu hỏi nhé.",
          "ご質問をご入力ください。",
        ),
      ),
    ],
    person: [
      "",
      createHandOverBlock(
        "call",
        createTextsInLanguages(
          "One moment please, somebody of our team will answer.",
          "Bạn đợi chút nhé, nhân viên sẽ trả lời ngay.",
          "担当者におつなぎします。少々お待ちください。",
        ),
      ),
      createEndBlock("over"),
    ],
    close: [
      "",
      createTextBlock(
        "bye",
        createTextsInLanguages(
          "Glad to help. Have a good day!",
          "Rất vui được giúp bạn!",
          "お役に立てて何よりです。",
        ),
      ),
      createEndBlock("bye-end"),
    ],
  },
  [
    ["menu/problem", "problem"],
    ["menu/signin", "signin"],
    ["menu/question", "question"],
    ["menu/person", "person"],
    ["urgent/stops", "urgentNow"],
    ["urgent/else", "noted"],
    ["solved/yes", "close"],
    ["solved/no", "person"],
    ["text", "person"],
  ],
  ["problem", "urgency", "email", "question"],
);

/**
 * A first-level support bot for a software firm. It handles problems, sign-in and questions, and hands visitors over to
 * a person.
 */
export const supportTemplate: BotTemplate = {
  title: createTextsInLanguages("Software support", "Hỗ trợ phần mềm", "ソフトウェアサポート"),
  description: createTextsInLanguages(
    "Takes reports of problems with their urgency, helps with signing in, and calls a person for what is urgent.",
    "Nhận báo lỗi kèm mức độ gấp, giúp đăng nhập, và chuyển việc gấp cho nhân viên.",
    "不具合の報告を緊急度とともに受け付け、ログインを案内し、急ぎの件は担当者につなぎます。",
  ),
  flows: [
    {
      id: "00000000-0000-7000-8000-000000000102",
      name: createTextsInLanguages("Support", "Hỗ trợ", "サポート"),
      flow: supportFlow,
    },
  ],
};
