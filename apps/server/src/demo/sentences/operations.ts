/** Demo sentences about servers, incidents and maintenance. */
export const operationsSentences = `
夜間のバッチ処理が途中で止まっていました。 | The nightly batch had stopped halfway. | Tiến trình chạy đêm đã bị dừng giữa chừng.
ディスクの空き容量が10%を切りました。 | Less than 10% of the disk is free. | Dung lượng trống của ổ đĩa còn dưới 10%.
監視の通知先を追加してください。 | Please add a recipient for the monitoring alerts. | Nhờ anh chị thêm người nhận cảnh báo giám sát.
サーバーを1台増やして様子を見ます。 | We will add 1 server and see how it goes. | Bên em sẽ thêm 1 máy chủ rồi theo dõi tiếp.
復旧の見込みは16時です。 | We expect to be back at 4 pm. | Dự kiến khôi phục lúc 16 giờ.
現在は通常どおりご利用いただけます。 | Everything can be used as usual again. | Hiện tại đã có thể sử dụng bình thường.
障害の影響を受けたお客様は約200名です。 | About 200 customers were affected by the incident. | Khoảng 200 khách hàng bị ảnh hưởng bởi sự cố.
ロールバックの手順を事前に確認しておきましょう。 | Let us go through the rollback procedure beforehand. | Mình xem trước quy trình quay lại phiên bản cũ nhé.
メンテナンスのお知らせは1週間前に掲載します。 | The maintenance notice is published 1 week before. | Thông báo bảo trì được đăng trước 1 tuần.
アクセスが集中する時間帯は避けてください。 | Please avoid the hours with the most traffic. | Nhờ anh chị tránh khung giờ cao điểm.
応答時間の中央値は120ミリ秒です。 | The median response time is 120 milliseconds. | Thời gian phản hồi trung vị là 120 mili giây.
メモリの使用量が少しずつ増えています。 | Memory usage is slowly growing. | Mức sử dụng bộ nhớ đang tăng chậm.
古いログは30日後に自動で削除されます。 | Old logs are deleted automatically after 30 days. | Log cũ được tự động xóa sau 30 ngày.
環境変数の設定漏れが原因でした。 | The cause was an environment variable that had not been set. | Nguyên nhân là do quên đặt biến môi trường.
ドメインの移管には1週間ほどかかります。 | Transferring the domain takes about 1 week. | Việc chuyển tên miền mất khoảng 1 tuần.
送信したメールが迷惑メールに振り分けられています。 | The mails that we send end up in the spam folder. | Email gửi đi đang bị đưa vào mục thư rác.
負荷試験は本番と同じ構成で行います。 | The load test uses the same setup as production. | Kiểm thử tải được thực hiện trên cấu hình giống môi trường thật.
問い合わせ窓口は平日の9時から18時までです。 | The support desk is open on weekdays from 9 am to 6 pm. | Bộ phận hỗ trợ làm việc từ 9 giờ đến 18 giờ các ngày trong tuần.
緊急の場合は電話でご連絡ください。 | In an emergency, please call us. | Trường hợp khẩn cấp, vui lòng gọi điện.
切り替え作業中に数分間の停止が発生します。 | There will be a few minutes of downtime during the switch. | Trong lúc chuyển đổi, hệ thống sẽ ngừng vài phút.
バックアップからの復元を試しました。 | We have tried restoring from a backup. | Bên em đã thử khôi phục từ bản sao lưu.
クラウドの費用が先月より15%増えました。 | Cloud costs have risen by 15% since last month. | Chi phí đám mây tăng 15% so với tháng trước.
`;
