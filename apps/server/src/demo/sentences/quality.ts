/** Demo sentences about tests, bugs and code. */
export const softwareQualitySentences = `
テストデータは毎回作り直しています。 | The test data is created anew each time. | Dữ liệu kiểm thử được tạo lại mỗi lần.
境界値のテストが抜けていました。 | The tests of boundary values were missing. | Còn thiếu phần kiểm thử giá trị biên.
古い端末でも動作を確認してください。 | Please check that it works on older devices too. | Nhờ anh chị kiểm tra cả trên thiết bị đời cũ.
対応ブラウザーの最新2バージョンで確認しています。 | We test with the latest 2 versions of the supported browsers. | Bên em kiểm tra trên 2 phiên bản mới nhất của các trình duyệt được hỗ trợ.
この不具合は前回のリリースから発生しています。 | This bug has existed since the last release. | Lỗi này xuất hiện từ bản phát hành trước.
同じ操作を繰り返すと画面が固まります。 | The screen freezes when the same action is repeated. | Lặp lại cùng một thao tác thì màn hình bị treo.
条件が複雑なので、表にまとめました。 | The conditions are complex, so I have put them into a table. | Điều kiện khá phức tạp nên em đã tổng hợp thành bảng.
期待する結果と実際の結果を書いてください。 | Please write down the expected and the actual result. | Nhờ anh chị ghi rõ kết quả mong đợi và kết quả thực tế.
仕様どおりの動作ですので、不具合ではありません。 | It works as specified, so it is not a bug. | Hệ thống chạy đúng đặc tả nên đây không phải là lỗi.
修正後に同じ箇所をもう一度テストします。 | After the fix we test the same part again. | Sau khi sửa, bên em sẽ kiểm thử lại phần đó.
重要ですが、急ぎではありません。 | It is important but not urgent. | Việc này quan trọng nhưng không gấp.
自動テストは夜間に実行されます。 | The automated tests run at night. | Kiểm thử tự động được chạy vào ban đêm.
この処理は複雑なので、コメントを残しました。 | This part is complex, so I have left a comment. | Phần xử lý này phức tạp nên em đã để lại chú thích.
使われていないコードを削除しました。 | I have removed code that was not used. | Em đã xóa phần mã không còn dùng.
命名規則に合わせて変数名を直してください。 | Please rename the variables according to our naming rules. | Nhờ anh chị sửa tên biến theo quy tắc đặt tên.
レビューは2名で行う決まりです。 | As a rule, a review is done by 2 people. | Theo quy định, mỗi lần review cần 2 người.
マージする前に最新の変更を取り込んでください。 | Please bring in the latest changes before you merge. | Nhờ anh chị cập nhật các thay đổi mới nhất trước khi merge.
競合が発生したので、手作業で解消しました。 | There was a conflict, which I have resolved by hand. | Có xung đột nên em đã xử lý thủ công.
型エラーが12件残っています。 | There are 12 type errors left. | Còn lại 12 lỗi kiểu dữ liệu.
ビルドに10分以上かかっています。 | The build takes more than 10 minutes. | Quá trình build mất hơn 10 phút.
`;
