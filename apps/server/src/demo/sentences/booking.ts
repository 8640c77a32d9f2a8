/** Demo sentences about booking a visit: calendars, time slots, cancellations. */
export const bookingSentences = `
予約カレンダーは日曜日から始まるようにしてください。 | Please make the booking calendar start on Sunday. | Nhờ anh chị để lịch hẹn bắt đầu từ Chủ nhật.
満席の時間帯は選択できないようにしました。 | Time slots that are full can no longer be chosen. | Bên em đã chặn không cho chọn các khung giờ đã kín lịch.
予約は3か月先まで受け付けます。 | Bookings are accepted up to 3 months ahead. | Hệ thống nhận đặt lịch trước tối đa 3 tháng.
キャンセルは前日の18時まで無料です。 | Cancelling is free until 6 pm on the day before. | Khách được hủy miễn phí đến 18 giờ ngày hôm trước.
無断キャンセルが続くお客様には事前決済をお願いします。 | Customers who repeatedly do not show up are asked to pay in advance. | Khách nhiều lần không đến mà không báo sẽ phải thanh toán trước.
予約番号はお客様のメールに自動で送られます。 | The booking number is sent to the customer by e-mail automatically. | Mã đặt lịch được tự động gửi vào email của khách.
スタッフの指名料は画面に表示しますか？ | Should the screen show the fee for choosing a member of staff? | Có hiển thị phí chọn nhân viên trên màn hình không?
二重予約を防ぐ仕組みを入れました。 | We have added a safeguard against double bookings. | Bên em đã thêm cơ chế chống đặt trùng.
予約の変更履歴を管理画面で見られるようにしたいです。 | I would like to see the history of changes to a booking on the admin page. | Tôi muốn xem được lịch sử thay đổi của lượt đặt trên trang quản trị.
営業時間は店舗ごとに設定できます。 | Opening hours can be set for each shop. | Có thể cài đặt giờ mở cửa riêng cho từng cửa hàng.
臨時休業の日は、予約済みのお客様に個別にご連絡します。 | On days when we close unexpectedly, we contact each customer who has booked. | Vào ngày nghỉ đột xuất, chúng tôi sẽ liên hệ riêng với từng khách đã đặt.
来店の1時間前にリマインドを送ってください。 | Please send a reminder 1 hour before the visit. | Nhờ anh chị gửi nhắc lịch trước giờ hẹn 1 tiếng.
電話で受けた予約も同じ画面から登録できます。 | Bookings taken by phone can be entered on the same screen. | Lượt đặt qua điện thoại cũng nhập được ở cùng màn hình này.
予約一覧に担当者の列を追加しました。 | We have added a column for the person in charge to the list of bookings. | Bên em đã thêm cột người phụ trách vào danh sách đặt lịch.
所要時間はメニューによって変わります。 | The duration depends on the service that is booked. | Thời lượng thay đổi tùy theo dịch vụ được chọn.
同じお客様が1日に2回予約することはできますか？ | Can the same customer book 2 times in 1 day? | Cùng một khách có thể đặt 2 lần trong 1 ngày không?
空き状況は自動で更新されるので、画面を再読み込みする必要はありません。 | Availability is updated automatically, so the page does not need to be reloaded. | Lịch trống tự cập nhật nên không cần tải lại trang.
予約の確定前に、入力内容の確認画面を挟みましょう。 | Let us add a page for checking the details before the booking is confirmed. | Mình thêm một màn hình xem lại thông tin trước khi xác nhận đặt lịch nhé.
予約枠は30分単位でお願いします。 | Please use time slots of 30 minutes. | Nhờ anh chị chia khung giờ theo từng 30 phút.
お客様の都合による変更は何回まで認めますか？ | How many times may a customer change a booking? | Khách được đổi lịch tối đa bao nhiêu lần?
キャンセル待ちの機能は次のリリースに入ります。 | The waiting list comes with the next release. | Chức năng danh sách chờ sẽ có trong bản phát hành tới.
予約が確定すると、スタッフの予定表にも反映されます。 | Once a booking is confirmed, it also appears in the staff calendar. | Khi lượt đặt được xác nhận, lịch của nhân viên cũng được cập nhật.
`;
