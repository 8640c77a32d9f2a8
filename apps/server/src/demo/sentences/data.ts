/** Demo sentences about data, search, imports and APIs of other systems. */
export const dataSentences = `
検索条件に日付の範囲を追加してください。 | Please add a date range to the search. | Nhờ anh chị thêm khoảng ngày vào điều kiện tìm kiếm.
文字コードはUTF-8でお願いします。 | Please use the UTF-8 encoding. | Nhờ anh chị dùng bảng mã UTF-8.
取り込みの途中でエラーになった行は一覧で確認できます。 | Rows that failed during the import are shown in a list. | Các dòng bị lỗi khi nhập được liệt kê để xem lại.
郵便番号から住所を自動で入力します。 | The address is filled in from the postcode. | Địa chỉ được tự động điền theo mã bưu chính.
全角と半角を区別せずに検索できます。 | The search does not distinguish between full-width and half-width characters. | Có thể tìm kiếm mà không phân biệt ký tự toàn khổ và bán khổ.
この項目は必須ですか、任意ですか？ | Is this field required or optional? | Mục này bắt buộc hay tùy chọn?
削除したデータは7日以内なら元に戻せます。 | Deleted data can be restored within 7 days. | Dữ liệu đã xóa có thể khôi phục trong vòng 7 ngày.
旧システムからのデータ移行は2回に分けて行います。 | Data is moved from the old system in 2 steps. | Việc chuyển dữ liệu từ hệ thống cũ được chia làm 2 đợt.
顧客コードの桁数は10桁です。 | The customer code has 10 digits. | Mã khách hàng có 10 chữ số.
インデックスを追加したところ、検索が速くなりました。 | After we added an index, the search became faster. | Sau khi thêm chỉ mục, việc tìm kiếm đã nhanh hơn.
並べ替えの順番は名前の読み順でお願いします。 | Please sort by the reading of the name. | Nhờ anh chị sắp xếp theo cách đọc của tên.
外部サービスの応答がない場合は3回まで再試行します。 | If the external service does not answer, we try again up to 3 times. | Nếu dịch vụ bên ngoài không phản hồi, hệ thống thử lại tối đa 3 lần.
応答にはページ番号と総件数が含まれます。 | The response contains the page number and the total. | Phản hồi có kèm số trang và tổng số bản ghi.
認証トークンの有効期間は15分です。 | The access token is valid for 15 minutes. | Mã truy cập có hiệu lực trong 15 phút.
項目名を変更すると、連携先のシステムに影響します。 | Renaming the field affects the connected systems. | Đổi tên trường sẽ ảnh hưởng đến các hệ thống liên kết.
新旧どちらの形式も当面は受け付けます。 | For the time being both the old and the new format are accepted. | Trước mắt hệ thống nhận cả định dạng cũ lẫn mới.
サンプルデータをいただければ、すぐに試せます。 | With some sample data we can try it at once. | Nếu có dữ liệu mẫu, bên em có thể thử ngay.
重複しているお客様のデータを統合しました。 | We have merged the duplicate customer records. | Bên em đã gộp các bản ghi khách hàng bị trùng.
時刻はすべて日本時間で統一しています。 | All times are in Japan time. | Mọi mốc thời gian đều thống nhất theo giờ Nhật Bản.
一度に出力できるのは10,000件までです。 | At most 10,000 rows can be exported at once. | Mỗi lần xuất được tối đa 10.000 bản ghi.
通信が切れても入力内容は消えません。 | What was entered is not lost when the connection drops. | Nội dung đã nhập không bị mất khi rớt mạng.
ファイル名に日本語が含まれていると文字化けします。 | File names with Japanese characters are garbled. | Tên tệp có tiếng Nhật bị lỗi mã ký tự.
`;
