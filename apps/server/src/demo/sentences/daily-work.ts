/** Demo sentences of everyday messages: greetings, questions, estimates, reports. */
export const dailyWorkSentences = `
お世話になっております。 | Thank you for your continued support. | Cảm ơn anh chị đã luôn hỗ trợ.
ご確認をお願いいたします。 | Please check it. | Nhờ anh chị kiểm tra giúp.
承知しました。 | Understood. | Em đã hiểu ạ.
対応が完了しました。 | This is done. | Em đã xử lý xong.
明日の午前中に共有します。 | I will share it tomorrow morning. | Sáng mai em sẽ chia sẻ.
少々お待ちください。 | One moment, please. | Anh chị vui lòng chờ một chút.
見積書を添付しましたので、ご確認ください。 | I have attached the estimate. Please take a look. | Em đã đính kèm báo giá, nhờ anh chị xem giúp.
見積もりの内訳を教えていただけますか？ | Could you tell us how the estimate is broken down? | Anh chị có thể cho biết chi tiết báo giá không?
納期を1週間延ばすことは可能でしょうか？ | Would it be possible to move the deadline by 1 week? | Có thể lùi hạn bàn giao 1 tuần được không?
納期は来月末を予定しています。 | The delivery is planned for the end of next month. | Dự kiến bàn giao vào cuối tháng sau.
要件定義書の最新版はこちらです。 | Here is the latest version of the requirements document. | Đây là bản mới nhất của tài liệu yêu cầu.
仕様変更の影響範囲を調べています。 | We are looking into what the change of the specification affects. | Bên em đang xem thay đổi đặc tả ảnh hưởng đến những phần nào.
この機能は今回の範囲に含まれますか？ | Is this feature part of the current scope? | Tính năng này có nằm trong phạm vi lần này không?
この機能は次のフェーズに回しましょう。 | Let us move this feature to the next phase. | Mình chuyển tính năng này sang giai đoạn sau nhé.
優先順位を決めていただけると助かります。 | It would help us if you could set the priorities. | Nếu anh chị chốt giúp thứ tự ưu tiên thì tốt quá.
画面設計書に沿って実装しています。 | We are building it according to the screen design. | Bên em đang làm theo thiết kế màn hình.
デザインの修正案を2つ用意しました。 | We have prepared 2 proposals for changing the design. | Bên em đã chuẩn bị 2 phương án sửa thiết kế.
ログイン画面の文言を変更してください。 | Please change the wording of the sign-in screen. | Nhờ anh chị đổi câu chữ trên màn hình đăng nhập.
ボタンの色をもう少し濃くできますか？ | Can the button's colour be a little darker? | Màu nút có thể đậm hơn một chút không?
スマートフォンで表示が崩れています。 | The layout is broken on smartphones. | Giao diện bị vỡ trên điện thoại.
入力エラーの文言が英語のままです。 | The input error is still in English. | Thông báo lỗi nhập liệu vẫn còn bằng tiếng Anh.
パスワードを忘れた場合の流れを確認したいです。 | I would like to check what happens when somebody forgets their password. | Em muốn xác nhận luồng xử lý khi quên mật khẩu.
検索結果が表示されるまでに5秒かかります。 | It takes 5 seconds until the search results appear. | Mất 5 giây kết quả tìm kiếm mới hiện ra.
一覧画面に並べ替え機能を追加しました。 | We have added sorting to the list screen. | Bên em đã thêm chức năng sắp xếp ở màn hình danh sách.
CSVで出力できるようにしてください。 | Please make it possible to export it as CSV. | Nhờ anh chị bổ sung chức năng xuất CSV.
通知メールが届かないという報告がありました。 | Somebody reported that the notification mail does not arrive. | Có phản hồi là không nhận được email thông báo.
決済サービスとの連携は完了しています。 | The connection with the payment service is complete. | Việc kết nối với dịch vụ thanh toán đã hoàn tất.
予約をキャンセルすると在庫が戻りません。 | When a booking is cancelled, the stock is not restored. | Khi hủy đặt lịch, số lượng tồn không được hoàn lại.
同じデータが2件登録されてしまいます。 | The same data is saved twice. | Cùng một dữ liệu bị lưu thành 2 bản ghi.
再現手順を教えてください。 | Please tell us the steps to reproduce it. | Nhờ anh chị cho biết các bước để tái hiện lỗi.
手元の環境では再現できませんでした。 | I could not reproduce it in my environment. | Trên máy em không tái hiện được lỗi này.
原因が分かりました。 | We have found the cause. | Em đã tìm ra nguyên nhân.
原因はキャッシュの設定でした。 | The cause was a cache setting. | Nguyên nhân là do cấu hình cache.
修正をプルリクエストにまとめました。 | I have put the fix into a pull request. | Em đã đưa phần sửa vào một pull request.
レビューをお願いできますか？ | Could you review it? | Anh chị review giúp em được không?
レビューの指摘に対応しました。 | I have addressed the review comments. | Em đã sửa theo các góp ý khi review.
テストが1件失敗しています。 | One test fails. | Có một bài kiểm thử bị lỗi.
単体テストはすべて通っています。 | All unit tests pass. | Tất cả kiểm thử đơn vị đều đạt.
結合テストは来週から始めます。 | Integration tests begin next week. | Kiểm thử tích hợp sẽ bắt đầu từ tuần sau.
テストケースの一覧を共有いただけますか？ | Could you share the list of test cases? | Anh chị chia sẻ giúp danh sách test case được không?
受け入れテストの結果を金曜日までにご連絡ください。 | Please let us know the result of the acceptance test by Friday. | Vui lòng báo kết quả kiểm thử nghiệm thu trước thứ Sáu.
検証環境に反映しました。 | It has been deployed to the staging environment. | Bản mới đã được đưa lên môi trường kiểm thử.
本番環境へのリリースは土曜日の深夜に行います。 | The release to production takes place on Saturday at midnight. | Việc phát hành lên môi trường thật sẽ diễn ra vào nửa đêm thứ Bảy.
リリース手順書を更新しました。 | I have updated the release procedure. | Em đã cập nhật quy trình phát hành.
メンテナンス中は利用できません。 | It cannot be used during maintenance. | Không thể sử dụng trong thời gian bảo trì.
サーバーの負荷が高くなっています。 | The load on the server is high. | Máy chủ đang bị tải cao.
障害の報告書を作成しています。 | We are writing a report on the incident. | Bên em đang viết báo cáo sự cố.
再発防止策をまとめてください。 | Please summarise how we prevent this from happening again. | Nhờ anh chị tổng hợp biện pháp để sự cố không lặp lại.
データのバックアップは毎日午前3時に行われます。 | Data is backed up every day at 3 am. | Dữ liệu được sao lưu hằng ngày lúc 3 giờ sáng.
データベースの移行は問題なく終わりました。 | The database migration finished without problems. | Việc chuyển đổi cơ sở dữ liệu đã hoàn tất suôn sẻ.
APIの仕様書をご覧ください。 | Please see the API specification. | Anh chị xem giúp đặc tả API nhé.
APIの応答形式が変わりました。 | The format of the API's answer has changed. | Định dạng phản hồi của API đã thay đổi.
アクセス権限が不足しているようです。 | It seems that a permission is missing. | Có vẻ như đang thiếu quyền truy cập.
管理者アカウントを発行してください。 | Please create an admin account. | Nhờ anh chị cấp tài khoản quản trị.
個人情報は暗号化して保存しています。 | Personal data is stored encrypted. | Thông tin cá nhân được lưu ở dạng mã hóa.
会議は水曜日の10時からでよろしいですか？ | Is Wednesday at 10 am all right for the meeting? | Họp vào 10 giờ sáng thứ Tư được không ạ?
会議の議事録をお送りします。 | I am sending you the minutes of the meeting. | Em gửi biên bản cuộc họp.
今週の進捗を報告します。 | Here is this week's progress report. | Em xin báo cáo tiến độ tuần này.
進捗は予定どおりです。 | We are on schedule. | Tiến độ đúng theo kế hoạch.
進捗が2日遅れています。 | We are 2 days behind schedule. | Tiến độ đang chậm 2 ngày.
遅れを取り戻すために人員を追加します。 | We will add people to make up for the delay. | Bên em sẽ bổ sung người để bù lại phần chậm.
次のスプリントの計画を立てましょう。 | Let us plan the next sprint. | Mình lên kế hoạch cho sprint tới nhé.
このタスクの担当者は誰ですか？ | Who is in charge of this task? | Ai phụ trách công việc này?
この件は私が担当します。 | I will take care of this. | Việc này để em phụ trách.
課題管理表を更新してください。 | Please update the issue list. | Nhờ anh chị cập nhật danh sách vấn đề.
質問が3点あります。 | I have 3 questions. | Em có 3 câu hỏi.
認識に相違がないか確認させてください。 | Let me confirm that we understand this in the same way. | Cho em xác nhận lại xem hai bên đã hiểu giống nhau chưa.
説明が不足していて申し訳ありません。 | I am sorry that my explanation was not complete. | Xin lỗi vì em giải thích chưa đầy đủ.
ご不明な点があればお知らせください。 | Please let us know if anything is unclear. | Nếu có gì chưa rõ, anh chị cứ cho em biết.
早めのご返信をいただけると助かります。 | An early reply would help us a lot. | Mong anh chị phản hồi sớm giúp em.
ご返信が遅くなり申し訳ありません。 | I am sorry for the late reply. | Xin lỗi vì em trả lời chậm.
先方に確認してから回答します。 | I will answer after checking with the client. | Em sẽ hỏi lại khách hàng rồi trả lời.
お客様から承認をいただきました。 | The client has approved it. | Khách hàng đã phê duyệt.
契約書の内容を法務で確認中です。 | Our legal team is checking the contract. | Bộ phận pháp lý đang xem lại hợp đồng.
請求書は月末に発行します。 | The invoice is issued at the end of the month. | Hóa đơn sẽ được xuất vào cuối tháng.
お支払いの確認が取れました。 | We have received your payment. | Bên em đã nhận được thanh toán.
追加費用はかかりません。 | There is no extra cost. | Không phát sinh thêm chi phí.
休暇中は田中が代わりに対応します。 | During my holiday, Tanaka will take over. | Trong thời gian em nghỉ, anh Tanaka sẽ xử lý thay.
ベトナムの祝日のため、4月30日は休業です。 | We are closed on April 30 because of a public holiday in Vietnam. | Bên em nghỉ ngày 30 tháng 4 do là ngày lễ của Việt Nam.
資料は共有フォルダーに置きました。 | I have put the documents into the shared folder. | Em đã để tài liệu trong thư mục chung.
画面のスクリーンショットを送ってください。 | Please send a screenshot of the screen. | Nhờ anh chị gửi ảnh chụp màn hình.
動画で操作方法を説明します。 | I will explain how to use it in a video. | Em sẽ hướng dẫn cách thao tác bằng video.
ご協力ありがとうございました。 | Thank you for your help. | Cảm ơn anh chị đã hợp tác.
お疲れさまでした。 | Thank you for your hard work. | Mọi người vất vả rồi.
今後ともよろしくお願いいたします。 | We look forward to working with you. | Mong tiếp tục được hợp tác cùng anh chị.
`;
