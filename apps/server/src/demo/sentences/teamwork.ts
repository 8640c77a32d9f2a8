/** Demo sentences about meetings, holidays and working together. */
export const teamworkSentences = `
朝会は毎日9時30分に始めます。 | The daily meeting begins at 9:30 am. | Họp đầu ngày bắt đầu lúc 9:30 sáng.
来週は出張のため、返信が遅れるかもしれません。 | I am travelling next week, so my replies may be late. | Tuần sau em đi công tác nên có thể trả lời chậm.
日本とベトナムの時差は2時間です。 | The time difference between Japan and Vietnam is 2 hours. | Nhật Bản và Việt Nam chênh nhau 2 tiếng.
旧正月の休暇は2月10日からです。 | The Lunar New Year holiday begins on February 10. | Kỳ nghỉ Tết bắt đầu từ ngày 10 tháng 2.
通訳が入りますので、日本語でお話しいただいて大丈夫です。 | An interpreter will join, so please feel free to speak Japanese. | Sẽ có phiên dịch nên anh chị cứ nói tiếng Nhật.
議題は前日までに追加してください。 | Please add your topics to the agenda by the day before. | Nhờ mọi người bổ sung nội dung họp chậm nhất vào hôm trước.
決まったことを箇条書きで残しておきます。 | I will keep the decisions as a list. | Em sẽ ghi lại các quyết định theo từng ý.
この質問はお客様に直接聞いた方が早いです。 | It is quicker to ask the client directly. | Câu này hỏi thẳng khách hàng sẽ nhanh hơn.
担当が変わりますので、引き継ぎの時間をいただけますか？ | The person in charge is changing. Could we have some time for the handover? | Sắp đổi người phụ trách, cho em xin thời gian bàn giao được không?
新しいメンバーが来月から参加します。 | A new member joins next month. | Tháng sau có thành viên mới tham gia.
見積もりより3人日多くかかりそうです。 | It will probably take 3 person-days more than estimated. | Có lẽ sẽ mất thêm 3 ngày công so với ước tính.
ほかの作業を止めて、こちらを優先してください。 | Please stop other work and do this first. | Nhờ anh chị tạm dừng việc khác và ưu tiên việc này.
困っていることがあれば早めに相談してください。 | If something holds you up, please tell us early. | Nếu gặp khó khăn, hãy trao đổi sớm nhé.
良かった点と改善したい点を話し合いましょう。 | Let us talk about what went well and what to improve. | Mình cùng trao đổi về điểm tốt và điểm cần cải thiện nhé.
録画を共有しますので、欠席の方はご覧ください。 | I will share the recording for those who could not join. | Em sẽ chia sẻ bản ghi hình cho những ai vắng mặt.
チャットでは流れてしまうので、課題として登録します。 | It would get lost in the chat, so I will file it as an issue. | Để trong chat dễ bị trôi nên em sẽ ghi vào danh sách vấn đề.
音声が途切れて聞き取れませんでした。 | The sound broke up, and I could not follow. | Âm thanh bị ngắt quãng nên em không nghe rõ.
画面を共有していただけますか？ | Could you share your screen? | Anh chị chia sẻ màn hình giúp được không?
本日は体調不良のためお休みします。 | I am not feeling well and will be off today. | Hôm nay em không khỏe nên xin nghỉ.
おかげさまで予定どおりリリースできました。 | Thanks to everybody, we released on schedule. | Nhờ mọi người, bên em đã phát hành đúng kế hoạch.
`;
