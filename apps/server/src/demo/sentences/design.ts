/** Demo sentences about design: colours, texts, layout, accessibility. */
export const designSentences = `
余白が少し狭く感じます。 | The spacing feels a little tight. | Tôi thấy khoảng cách hơi chật.
文字サイズを16ピクセルに統一しましょう。 | Let us use a font size of 16 pixels everywhere. | Mình thống nhất cỡ chữ 16 pixel nhé.
背景色と文字色のコントラストが足りません。 | There is not enough contrast between the text and its background. | Độ tương phản giữa màu chữ và màu nền chưa đủ.
このアイコンだけでは意味が伝わりにくいです。 | The icon alone does not say clearly what it means. | Chỉ có biểu tượng này thì khó hiểu ý nghĩa.
見出しは2行までに収めてください。 | Please keep headings to 2 lines. | Nhờ anh chị giữ tiêu đề trong 2 dòng.
日本語の文章は英語より短くなることが多いです。 | Japanese texts are often shorter than English ones. | Câu tiếng Nhật thường ngắn hơn câu tiếng Anh.
ベトナム語では文字の上下の記号が切れています。 | In Vietnamese, the marks above and below the letters are cut off. | Với tiếng Việt, các dấu ở trên và dưới chữ bị cắt mất.
ダークモードでロゴが見えなくなります。 | The logo cannot be seen in dark mode. | Ở chế độ tối, logo bị chìm nên không nhìn thấy.
キーボードだけで最後まで操作できることを確認しました。 | I have checked that everything can be done with the keyboard alone. | Em đã kiểm tra, chỉ dùng bàn phím vẫn thao tác được đến cuối.
画像には代替テキストを必ず入れてください。 | Please always give pictures an alternative text. | Nhờ anh chị luôn thêm văn bản thay thế cho hình ảnh.
メニューは画面の左側に固定します。 | The menu stays on the left side of the screen. | Menu được cố định ở bên trái màn hình.
横幅が狭いときは表をカードで表示します。 | On a narrow screen the table is shown as cards. | Khi màn hình hẹp, bảng được hiển thị dưới dạng thẻ.
アニメーションは控えめにお願いします。 | Please keep animations subtle. | Nhờ anh chị làm hiệu ứng chuyển động nhẹ nhàng thôi.
配色の候補を3つお送りしますので、お選びください。 | I am sending you 3 colour schemes to choose from. | Em gửi 3 phương án phối màu, nhờ anh chị chọn giúp.
データがないときの画面もデザインに含めてください。 | Please also design the screen for when there is no data. | Nhờ anh chị thiết kế cả màn hình khi chưa có dữ liệu.
フォントのライセンスを確認しておきます。 | I will check the licence of the font. | Em sẽ kiểm tra giấy phép của phông chữ.
エラーは入力欄のすぐ下に表示した方が分かりやすいです。 | Errors are easier to understand right below the field. | Hiển thị lỗi ngay dưới ô nhập sẽ dễ hiểu hơn.
この文章はもう少し丁寧な言い方にしたいです。 | I would like this text to be a little more polite. | Tôi muốn câu này lịch sự hơn một chút.
ロゴの画像はSVGでいただけますか？ | Could we have the logo as an SVG file? | Anh chị gửi giúp logo ở định dạng SVG được không?
日付の表記は言語ごとに変わります。 | Dates are written differently in each language. | Cách ghi ngày tháng thay đổi theo từng ngôn ngữ.
吹き出しの説明がボタンに隠れてしまいます。 | The tooltip is hidden behind the button. | Phần chú thích bị nút che mất.
参考にしたいサイトをいくつか挙げていただけますか？ | Could you name a few sites that you would like to follow? | Anh chị nêu giúp vài trang web muốn tham khảo được không?
`;
