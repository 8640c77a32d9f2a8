import type { MailTemplate } from "./template.ts";

/** Mails about invitations to conversations. */
export const invitationMails = {
  invited_direct: {
    subject: {
      en: "{name} would like to talk to you on Kakehashi",
      vi: "{name} muốn trò chuyện với bạn trên Kakehashi",
      ja: "{name}さんから Kakehashi での会話に招待されました",
    },
    paragraphs: [
      {
        en: "{name} invites you to a conversation on Kakehashi. Press the button to open it. The invitation is valid until {day}.",
        vi: "{name} mời bạn trò chuyện trên Kakehashi. Nhấn nút bên dưới để mở cuộc trò chuyện. Lời mời có hiệu lực đến {day}.",
        ja: "{name}さんから Kakehashi での会話に招待されました。下のボタンから会話を開けます。招待の有効期限は{day}です。",
      },
      {
        en: "If you do not know this person, you can ignore this e-mail. They are not told whether you have an account.",
        vi: "Nếu không quen người này, bạn có thể bỏ qua e-mail. Người gửi không biết bạn có tài khoản hay không.",
        ja: "お心当たりのない場合は、このメールを破棄してください。アカウントの有無が相手に伝わることはありません。",
      },
    ],
    button: { en: "View the invitation", vi: "Xem lời mời", ja: "招待を確認する" },
  },
  invited_group: {
    subject: {
      en: "{name} invites you to the group “{group}” on Kakehashi",
      vi: "{name} mời bạn vào nhóm “{group}” trên Kakehashi",
      ja: "{name}さんから Kakehashi のグループ「{group}」に招待されました",
    },
    paragraphs: [
      {
        en: "{name} invites you to join the group “{group}” on Kakehashi. Press the button to join. The invitation is valid until {day}.",
        vi: "{name} mời bạn tham gia nhóm “{group}” trên Kakehashi. Nhấn nút bên dưới để tham gia. Lời mời có hiệu lực đến {day}.",
        ja: "{name}さんから Kakehashi のグループ「{group}」に招待されました。下のボタンから参加できます。招待の有効期限は{day}です。",
      },
      {
        en: "If you do not know this person, you can ignore this e-mail. They are not told whether you have an account.",
        vi: "Nếu không quen người này, bạn có thể bỏ qua e-mail. Người gửi không biết bạn có tài khoản hay không.",
        ja: "お心当たりのない場合は、このメールを破棄してください。アカウントの有無が相手に伝わることはありません。",
      },
    ],
    button: { en: "View the invitation", vi: "Xem lời mời", ja: "招待を確認する" },
  },
  invited_new_direct: {
    subject: {
      en: "{name} would like to talk to you on Kakehashi",
      vi: "{name} muốn trò chuyện với bạn trên Kakehashi",
      ja: "{name}さんから Kakehashi での会話に招待されました",
    },
    paragraphs: [
      {
        en: "{name} invites you to a conversation on Kakehashi, where clients in Japan and developers in Vietnam work together. Sign up with this address, {email}, by {day}, and the conversation is there for you.",
        vi: "{name} mời bạn trò chuyện trên Kakehashi, nơi khách hàng Nhật Bản và nhà phát triển Việt Nam làm việc cùng nhau. Hãy đăng ký bằng chính địa chỉ {email} trước hết ngày {day}, cuộc trò chuyện sẽ chờ sẵn bạn.",
        ja: "{name}さんから Kakehashi での会話に招待されました。Kakehashi は、日本のお客様とベトナムの開発者が一緒に仕事を進める場所です。{day}までにこのアドレス（{email}）で登録すると、会話を始められます。",
      },
      {
        en: "If you do not know this person, you can ignore this e-mail.",
        vi: "Nếu không quen người này, bạn có thể bỏ qua e-mail này.",
        ja: "お心当たりのない場合は、このメールを破棄してください。",
      },
    ],
    button: { en: "Sign up", vi: "Đăng ký", ja: "登録する" },
  },
  invited_new_group: {
    subject: {
      en: "{name} invites you to the group “{group}” on Kakehashi",
      vi: "{name} mời bạn vào nhóm “{group}” trên Kakehashi",
      ja: "{name}さんから Kakehashi のグループ「{group}」に招待されました",
    },
    paragraphs: [
      {
        en: "{name} invites you to join the group “{group}” on Kakehashi, where clients in Japan and developers in Vietnam work together. Sign up with this address, {email}, by {day}, and you are in the group.",
        vi: "{name} mời bạn tham gia nhóm “{group}” trên Kakehashi, nơi khách hàng Nhật Bản và nhà phát triển Việt Nam làm việc cùng nhau. Hãy đăng ký bằng chính địa chỉ {email} trước hết ngày {day}, bạn sẽ được thêm vào nhóm.",
        ja: "{name}さんから Kakehashi のグループ「{group}」に招待されました。Kakehashi は、日本のお客様とベトナムの開発者が一緒に仕事を進める場所です。{day}までにこのアドレス（{email}）で登録すると、グループに参加できます。",
      },
      {
        en: "If you do not know this person, you can ignore this e-mail.",
        vi: "Nếu không quen người này, bạn có thể bỏ qua e-mail này.",
        ja: "お心当たりのない場合は、このメールを破棄してください。",
      },
    ],
    button: { en: "Sign up", vi: "Đăng ký", ja: "登録する" },
  },
  invited_closed: {
    subject: {
      en: "{name} invites you to Kakehashi",
      vi: "{name} mời bạn đến với Kakehashi",
      ja: "{name}さんから Kakehashi に招待されました",
    },
    paragraphs: [
      {
        en: "{name} invites you to Kakehashi. New accounts cannot be opened at the moment. If that changes by {day}, sign up with this address, {email}, and the invitation is honoured.",
        vi: "{name} mời bạn đến với Kakehashi. Hiện chưa thể mở tài khoản mới. Nếu việc đăng ký được mở lại trước hết ngày {day}, hãy đăng ký bằng chính địa chỉ {email} và lời mời vẫn có hiệu lực.",
        ja: "{name}さんから Kakehashi に招待されました。現在、新規登録の受付を停止しています。{day}までに受付が再開された場合は、このアドレス（{email}）で登録すると招待が有効になります。",
      },
      {
        en: "If you do not know this person, you can ignore this e-mail.",
        vi: "Nếu không quen người này, bạn có thể bỏ qua e-mail này.",
        ja: "お心当たりのない場合は、このメールを破棄してください。",
      },
    ],
  },
} as const satisfies Record<string, MailTemplate>;
