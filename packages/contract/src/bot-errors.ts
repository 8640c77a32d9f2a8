import type { ErrorTable } from "./kit/errors.ts";

export const botErrors = {
  "BOT.TOO_MANY": {
    status: 422,
    message: {
      en: "You can have at most 50 bots. Delete one first.",
      vi: "Bạn có thể có tối đa 50 bot. Hãy xóa bớt trước.",
      ja: "作成できるボットは50個までです。先にどれかを削除してください。",
    },
  },
  "BOT.TOO_LARGE": {
    status: 422,
    message: {
      en: "The stories, articles and phrases of a bot have at most 4.5 MB together. Make this bot smaller, or split it into two.",
      vi: "Kịch bản, bài viết và cụm từ của mỗi bot có tổng dung lượng tối đa 4,5 MB. Hãy rút gọn bot này hoặc tách thành hai bot.",
      ja: "1つのボットのシナリオ、記事、フレーズは合計4.5MBまでです。内容を減らすか、2つのボットに分けてください。",
    },
  },
  "BOT.FILE_TOO_LARGE": {
    status: 422,
    message: {
      en: "A bot can show files of at most 25 MB.",
      vi: "Bot chỉ hiển thị được tệp tối đa 25 MB.",
      ja: "ボットが表示できるファイルは25MBまでです。",
    },
  },
  "BOT.TOO_MANY_STORIES": {
    status: 422,
    message: {
      en: "A bot has at most 50 stories. Delete one first.",
      vi: "Mỗi bot có tối đa 50 kịch bản. Hãy xóa bớt trước.",
      ja: "1つのボットに作成できるシナリオは50個までです。先にどれかを削除してください。",
    },
  },
  "BOT.TOO_MANY_PEOPLE": {
    status: 422,
    message: {
      en: "At most 50 people can work on one bot.",
      vi: "Mỗi bot có tối đa 50 người phụ trách.",
      ja: "1つのボットを担当できるのは50人までです。",
    },
  },
  "BOT.TOO_MANY_PHRASES": {
    status: 422,
    message: {
      en: "A bot has at most 5,000 phrases. Delete some first.",
      vi: "Mỗi bot có tối đa 5.000 cụm từ. Hãy xóa bớt trước.",
      ja: "1つのボットに登録できるフレーズは5,000件までです。先に不要なものを削除してください。",
    },
  },
  "BOT.TOO_MANY_PATTERNS": {
    status: 422,
    message: {
      en: "A bot has at most 100 patterns. Use keywords where you can.",
      vi: "Mỗi bot có tối đa 100 mẫu. Hãy dùng từ khóa khi có thể.",
      ja: "1つのボットに登録できるパターンは100件までです。できるだけキーワードをお使いください。",
    },
  },
  "BOT.KEYWORDS_TOO_LONG": {
    status: 422,
    message: {
      en: "The keywords of a bot have at most 300,000 characters together. Delete some first.",
      vi: "Tổng độ dài từ khóa của mỗi bot tối đa là 300.000 ký tự. Hãy xóa bớt trước.",
      ja: "1つのボットのキーワードは合計300,000文字までです。先に不要なものを削除してください。",
    },
  },
  "BOT.TOO_MANY_ARTICLES": {
    status: 422,
    message: {
      en: "A bot has at most 500 articles. Delete some first.",
      vi: "Mỗi bot có tối đa 500 bài viết. Hãy xóa bớt trước.",
      ja: "1つのボットに作成できる記事は500件までです。先に不要なものを削除してください。",
    },
  },
  "BOT.TOO_MANY_CANNED": {
    status: 422,
    message: {
      en: "A bot has at most 300 canned answers. Delete some first.",
      vi: "Mỗi bot có tối đa 300 câu trả lời mẫu. Hãy xóa bớt trước.",
      ja: "1つのボットに登録できる定型文は300件までです。先に不要なものを削除してください。",
    },
  },
  "BOT.TOO_MANY_BROADCASTS": {
    status: 422,
    message: {
      en: "A bot keeps at most 100 broadcasts. Delete some first.",
      vi: "Mỗi bot lưu tối đa 100 tin gửi hàng loạt. Hãy xóa bớt trước.",
      ja: "1つのボットに残せる一斉配信は100件までです。先に不要なものを削除してください。",
    },
  },
  "BOT.BROADCAST_STATE": {
    status: 409,
    message: {
      en: "This broadcast has changed in the meantime. Look at its present state first.",
      vi: "Tin gửi hàng loạt này vừa thay đổi. Hãy xem trạng thái hiện tại trước.",
      ja: "この一斉配信の状態が変わりました。先に現在の状態をご確認ください。",
    },
  },
  "BOT.BROADCAST_BEGUN": {
    status: 409,
    message: {
      en: "This broadcast has begun or was stopped in the meantime. It can no longer be changed.",
      vi: "Tin gửi hàng loạt này đã bắt đầu gửi hoặc đã bị dừng nên không sửa được nữa.",
      ja: "この一斉配信はすでに配信が始まったか、中止されたため、変更できません。",
    },
  },
  "BOT.BROADCAST_ROOM": {
    status: 422,
    message: {
      en: "There is no room to store so many messages. Write a shorter text or choose fewer visitors.",
      vi: "Không đủ chỗ để lưu chừng ấy tin nhắn. Hãy rút ngắn nội dung hoặc chọn ít khách hơn.",
      ja: "これだけのメッセージを保存する空きがありません。文を短くするか、送信先を減らしてください。",
    },
  },
  "BOT.ARTICLE_USED": {
    status: 409,
    message: {
      en: "Phrases answer with this article. Change them first.",
      vi: "Có cụm từ đang trả lời bằng bài viết này. Hãy đổi chúng trước.",
      ja: "この記事で回答しているフレーズがあります。先にそちらを変更してください。",
    },
  },
  "BOT.LAST_OWNER": {
    status: 409,
    message: {
      en: "A bot needs an owner. Make somebody else an owner first.",
      vi: "Bot phải có chủ sở hữu. Hãy giao quyền cho người khác trước.",
      ja: "ボットには所有者が必要です。先に別の人を所有者にしてください。",
    },
  },
  "BOT.EDITED": {
    status: 409,
    message: {
      en: "Somebody else has changed this in the meantime. Your change is not saved yet.",
      vi: "Nội dung này vừa được người khác sửa. Thay đổi của bạn chưa được lưu.",
      ja: "別の人が先に変更しました。あなたの変更はまだ保存されていません。",
    },
  },
  "BOT.PROBLEMS": {
    status: 422,
    message: {
      en: "This story cannot be published yet. Please solve the marked problems.",
      vi: "Chưa thể xuất bản kịch bản này. Hãy xử lý những chỗ được đánh dấu.",
      ja: "このシナリオはまだ公開できません。印の付いた箇所を直してください。",
    },
  },
  "BOT.NOT_PUBLISHED": {
    status: 409,
    message: {
      en: "Publish this story before you switch it on.",
      vi: "Hãy xuất bản kịch bản trước khi bật.",
      ja: "オンにする前に、このシナリオを公開してください。",
    },
  },
  "BOT.CLAIMED": {
    status: 409,
    message: {
      en: "Somebody else has just taken this visitor.",
      vi: "Người khác vừa nhận khách này.",
      ja: "このお客様には、先に別の担当者が対応を始めました。",
    },
  },
  "BOT.TALK_CLOSED": {
    status: 409,
    message: {
      en: "This chat is closed. Take it to open it again.",
      vi: "Cuộc trò chuyện này đã đóng. Hãy nhận để mở lại.",
      ja: "このチャットは終了しています。対応を始めると再開できます。",
    },
  },
  "BOT.TALK_NOT_OPEN": {
    status: 409,
    message: {
      en: "Nobody answers this chat at the moment. Take it first.",
      vi: "Hiện chưa có ai trả lời cuộc trò chuyện này. Hãy nhận trước.",
      ja: "このチャットにはまだ担当者がいません。先に対応を始めてください。",
    },
  },
  "BOT.NOT_TAKEN_BACK": {
    status: 409,
    message: {
      en: "This can no longer be undone. The chat has been answered or changed since then.",
      vi: "Không thể hoàn tác được nữa. Từ đó đến nay đã có người trả lời hoặc thay đổi cuộc trò chuyện này.",
      ja: "元に戻せません。その後、返信または変更がありました。",
    },
  },
  "BOT.NO_FILE_ASKED": {
    status: 409,
    message: {
      en: "Nobody waits for a file here at the moment.",
      vi: "Hiện tại ở đây chưa cần gửi tệp.",
      ja: "現在、ここではファイルを受け付けていません。",
    },
  },
  "BOT.SENT_FILE_TOO_LARGE": {
    status: 413,
    message: {
      en: "A file here can be at most 25 MB.",
      vi: "Tệp gửi tại đây có dung lượng tối đa 25 MB.",
      ja: "ここで送れるファイルは25 MBまでです。",
    },
  },
  "BOT.RATED": {
    status: 409,
    message: {
      en: "You have already answered this.",
      vi: "Bạn đã đánh giá rồi.",
      ja: "すでにご回答いただいています。",
    },
  },
  "BOT.ARCHIVED": {
    status: 409,
    message: {
      en: "This bot is archived. Restore it first.",
      vi: "Bot này đã được lưu trữ. Hãy khôi phục trước.",
      ja: "このボットはアーカイブされています。先に復元してください。",
    },
  },
} as const satisfies ErrorTable;
