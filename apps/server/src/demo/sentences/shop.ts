/** Demo sentences about selling: payments, orders, stock. */
export const shopSentences = `
クレジットカードの情報は当社のサーバーに保存しません。 | Credit card details are not stored on our servers. | Thông tin thẻ tín dụng không được lưu trên máy chủ của chúng tôi.
決済が失敗したときの画面がまだありません。 | There is no screen yet for a payment that fails. | Vẫn chưa có màn hình cho trường hợp thanh toán thất bại.
返金は3営業日以内に処理されます。 | Refunds are processed within 3 working days. | Việc hoàn tiền được xử lý trong vòng 3 ngày làm việc.
領収書をPDFでダウンロードできるようにしました。 | Receipts can now be downloaded as PDF files. | Biên lai giờ đã tải về được dưới dạng PDF.
消費税の端数は切り捨てで計算しています。 | Fractions of the consumption tax are rounded down. | Phần lẻ của thuế tiêu dùng được làm tròn xuống.
金額はすべて税込みで表示してください。 | Please show all amounts including tax. | Nhờ anh chị hiển thị mọi số tiền đã gồm thuế.
クーポンは併用できません。 | Coupons cannot be combined. | Không thể dùng nhiều phiếu giảm giá cùng lúc.
ポイントの有効期限は1年間です。 | Points are valid for 1 year. | Điểm tích lũy có hạn sử dụng 1 năm.
配送先は複数登録できますか？ | Can several delivery addresses be saved? | Có thể lưu nhiều địa chỉ giao hàng không?
在庫が少なくなったら担当者に通知が届きます。 | The person in charge is notified when stock runs low. | Khi hàng sắp hết, người phụ trách sẽ nhận được thông báo.
注文の合計が5,000円以上なら送料は無料です。 | Delivery is free for orders of 5,000 yen or more. | Miễn phí giao hàng cho đơn từ 5.000 yên trở lên.
カートに入れた商品は30日間保存されます。 | Items in the cart are kept for 30 days. | Sản phẩm trong giỏ hàng được lưu trong 30 ngày.
支払い方法にコンビニ払いを追加したいという要望があります。 | We were asked to add payment at convenience stores. | Có yêu cầu bổ sung hình thức thanh toán tại cửa hàng tiện lợi.
売上の集計は毎朝6時に更新されます。 | The sales report is updated every morning at 6 am. | Báo cáo doanh thu được cập nhật lúc 6 giờ mỗi sáng.
商品画像は正方形に切り抜いて表示します。 | Product pictures are cropped to a square. | Ảnh sản phẩm được cắt thành hình vuông khi hiển thị.
決済会社の審査に2週間ほどかかる見込みです。 | The payment provider's review will probably take about 2 weeks. | Dự kiến đơn vị thanh toán mất khoảng 2 tuần để xét duyệt.
テスト用のカード番号は資料の最後に載せています。 | The card numbers for testing are at the end of the document. | Số thẻ dùng để kiểm thử nằm ở cuối tài liệu.
注文後に住所を間違えたことに気づいたお客様がいます。 | A customer noticed after ordering that the address was wrong. | Có khách sau khi đặt hàng mới phát hiện nhập sai địa chỉ.
定期購入はいつでも解約できます。 | A subscription can be cancelled at any time. | Có thể hủy gói định kỳ bất cứ lúc nào.
為替レートは毎日自動で取得しています。 | Exchange rates are fetched automatically every day. | Tỷ giá được tự động lấy về mỗi ngày.
`;
