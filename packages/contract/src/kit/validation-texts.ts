import type { TextsByLanguage } from "../languages.ts";

/**
 * The messages for rejected fields. A schema can name its message (`z.email({ error: "email" })`). If it does not,
 * zod's issue code selects one. `{n}` becomes the limit, which a refinement passes as `params: { limit }`. The file is
 * long because it is one table: translators compare all messages at one place.
 */
export const validationTexts = {
  required: { en: "This is required.", vi: "Vui lòng không để trống.", ja: "入力してください。" },
  email: {
    en: "Enter an e-mail address like name@example.com.",
    vi: "Nhập địa chỉ e-mail, ví dụ ten@example.com.",
    ja: "name@example.com のような形式でメールアドレスを入力してください。",
  },
  phone: {
    en: "Enter a phone number, with the area code.",
    vi: "Nhập số điện thoại kèm mã vùng.",
    ja: "市外局番から電話番号を入力してください。",
  },
  password: {
    en: "Use 8 to 32 characters with an uppercase letter, a lowercase letter and a digit.",
    vi: "Dùng 8 đến 32 ký tự, gồm chữ hoa, chữ thường và chữ số.",
    ja: "8～32文字で、大文字・小文字・数字をそれぞれ1文字以上含めてください。",
  },
  weak_password: {
    en: "This password is easy to guess: it is a common one, or made of your name or address.",
    vi: "Mật khẩu này dễ đoán: quá phổ biến, hoặc lấy từ tên hay địa chỉ e-mail của bạn.",
    ja: "推測されやすいパスワードです。よく使われるものや、名前・メールアドレスからなるものは避けてください。",
  },
  confirm_password: {
    en: "The two passwords do not match.",
    vi: "Hai mật khẩu không khớp.",
    ja: "パスワードが一致しません。",
  },
  amount: {
    en: "Enter a number of 0 or more, with two decimals at most.",
    vi: "Nhập số từ 0 trở lên, tối đa hai chữ số thập phân.",
    ja: "0以上の数を、小数点以下2桁以内で入力してください。",
  },
  below: {
    en: "Enter an amount below {n}.",
    vi: "Nhập số tiền nhỏ hơn {n}.",
    ja: "{n}未満の金額を入力してください。",
  },
  whole_amount: {
    en: "This currency has no decimals. Enter a whole number.",
    vi: "Đơn vị tiền tệ này không có phần thập phân. Hãy nhập số nguyên.",
    ja: "この通貨には小数がありません。整数で入力してください。",
  },
  currency: {
    en: "Enter the three letters of the currency, such as JPY.",
    vi: "Nhập ba chữ cái của đơn vị tiền tệ, ví dụ JPY.",
    ja: "JPY のような3文字の通貨コードを入力してください。",
  },
  max_cost: {
    en: "The maximum must be above the minimum.",
    vi: "Mức tối đa phải lớn hơn mức tối thiểu.",
    ja: "上限は下限より大きい金額にしてください。",
  },
  start_date: {
    en: "Choose a day from today on, within {n} years.",
    vi: "Hãy chọn một ngày từ hôm nay trở đi, trong vòng {n} năm.",
    ja: "本日以降、{n}年以内の日付を選んでください。",
  },
  due_date: {
    en: "Choose a day at most {n} years before or after today.",
    vi: "Hãy chọn một ngày cách hôm nay không quá {n} năm.",
    ja: "今日から前後{n}年以内の日付を選んでください。",
  },
  picture: { en: "Choose a picture.", vi: "Hãy chọn một ảnh.", ja: "画像を選んでください。" },
  current_password: {
    en: "That is not your current password.",
    vi: "Mật khẩu hiện tại không đúng.",
    ja: "現在のパスワードが正しくありません。",
  },
  sign_up_password: {
    en: "That is not the password chosen at sign-up. You can choose a new one instead.",
    vi: "Đó không phải mật khẩu đã chọn khi đăng ký. Bạn có thể chọn mật khẩu mới.",
    ja: "登録時に設定したパスワードと異なります。新しいパスワードを設定することもできます。",
  },
  same_address: {
    en: "This is your address already.",
    vi: "Đây đã là địa chỉ hiện tại của bạn.",
    ja: "現在お使いのメールアドレスと同じです。",
  },
  own_address: {
    en: "Type your own e-mail address, as it is shown.",
    vi: "Nhập đúng địa chỉ e-mail của bạn như đang hiển thị.",
    ja: "表示されているとおりに、ご自身のメールアドレスを入力してください。",
  },
  app_code: {
    en: "Enter the six digits that your authenticator app shows.",
    vi: "Nhập sáu chữ số hiển thị trong ứng dụng xác thực.",
    ja: "認証アプリに表示されている6桁の数字を入力してください。",
  },
  code: {
    en: "Enter the six digits of your authenticator app, or one of your recovery codes.",
    vi: "Nhập sáu chữ số trong ứng dụng xác thực, hoặc một mã khôi phục.",
    ja: "認証アプリの6桁の数字、またはリカバリーコードを入力してください。",
  },
  code_refused: {
    en: "This code is wrong or was already used. Wait for the next one.",
    vi: "Mã này không đúng hoặc đã được sử dụng. Hãy đợi mã tiếp theo.",
    ja: "コードが正しくないか、すでに使用されています。次のコードをお待ちください。",
  },
  too_short: {
    en: "Use at least {n} characters.",
    vi: "Dùng ít nhất {n} ký tự.",
    ja: "{n}文字以上で入力してください。",
  },
  too_long: {
    en: "Use at most {n} characters.",
    vi: "Dùng tối đa {n} ký tự.",
    ja: "{n}文字以内で入力してください。",
  },
  too_small: { en: "Use {n} or more.", vi: "Giá trị nhỏ nhất là {n}.", ja: "{n}以上にしてください。" },
  too_big: { en: "Use {n} or less.", vi: "Giá trị lớn nhất là {n}.", ja: "{n}以下にしてください。" },
  too_few: { en: "Choose at least {n}.", vi: "Chọn ít nhất {n} mục.", ja: "{n}件以上選んでください。" },
  too_many: { en: "Choose at most {n}.", vi: "Chọn tối đa {n} mục.", ja: "{n}件以内にしてください。" },
  type: {
    en: "This value has the wrong type.",
    vi: "Giá trị không đúng kiểu.",
    ja: "値の形式が正しくありません。",
  },
  moment: {
    en: "This is not a date and time between the years 1 and 9999.",
    vi: "Đây không phải là ngày giờ hợp lệ trong khoảng từ năm 1 đến năm 9999.",
    ja: "西暦1年から9999年までの日時ではありません。",
  },
  day: {
    en: "This day does not exist. Choose another one.",
    vi: "Ngày này không tồn tại. Hãy chọn ngày khác.",
    ja: "存在しない日付です。別の日付を選んでください。",
  },
  choice: {
    en: "Choose one of the values offered.",
    vi: "Hãy chọn một trong các giá trị có sẵn.",
    ja: "選択肢の中から選んでください。",
  },
  period: {
    en: "Choose a period of at most 92 days that does not end before it begins.",
    vi: "Hãy chọn khoảng thời gian tối đa 92 ngày, với ngày kết thúc không trước ngày bắt đầu.",
    ja: "92日以内で、終了日が開始日より後になるように期間を選んでください。",
  },
  unchanged: {
    en: "This is the same as the original.",
    vi: "Nội dung này giống hệt bản gốc.",
    ja: "原文と同じ内容です。",
  },
  other_language: {
    en: "This seems to be in another language.",
    vi: "Nội dung này có vẻ thuộc ngôn ngữ khác.",
    ja: "別の言語で書かれているようです。",
  },
  much_longer: {
    en: "This is more than ten times as long as the original.",
    vi: "Nội dung này dài hơn bản gốc trên mười lần.",
    ja: "原文の10倍を超える長さです。",
  },
  exact_parts: {
    en: "A placeholder, a piece of code, a mention or a link differs from the original.",
    vi: "Có biến, đoạn mã, lượt nhắc tên hoặc liên kết khác với bản gốc.",
    ja: "プレースホルダー、コード、メンション、リンクのいずれかが原文と異なります。",
  },
  other_numbers: {
    en: "A number differs from the original.",
    vi: "Có con số khác với bản gốc.",
    ja: "原文と異なる数値があります。",
  },
  other_lines: {
    en: "The number of lines differs from the original.",
    vi: "Số dòng khác với bản gốc.",
    ja: "行数が原文と異なります。",
  },
  other_length: {
    en: "The length differs a lot from the original.",
    vi: "Độ dài chênh lệch nhiều so với bản gốc.",
    ja: "長さが原文と大きく異なります。",
  },
  repeated_words: {
    en: "A word stands there twice in a row.",
    vi: "Có từ bị lặp lại liền nhau.",
    ja: "同じ言葉が続けて重複しています。",
  },
  other_end: {
    en: "The end differs from the original: a full stop, a question mark or the like.",
    vi: "Phần cuối khác với bản gốc: dấu chấm, dấu hỏi hoặc dấu tương tự.",
    ja: "句点や疑問符など、文末が原文と異なります。",
  },
  glossary: {
    en: "A term is not translated as the glossary says.",
    vi: "Có thuật ngữ chưa được dịch theo bảng thuật ngữ.",
    ja: "用語集と異なる訳の用語があります。",
  },
  kana: {
    en: "Use hiragana or katakana only.",
    vi: "Chỉ dùng chữ hiragana hoặc katakana.",
    ja: "ひらがなまたはカタカナで入力してください。",
  },
  latin: {
    en: "Use Latin letters only (A to Z, accents are fine).",
    vi: "Chỉ dùng chữ cái Latinh (có thể có dấu).",
    ja: "ローマ字（アルファベット）で入力してください。",
  },
  file_name: {
    en: 'A name cannot end with a dot or have any of \\ / : * ? " < > |',
    vi: 'Tên không được kết thúc bằng dấu chấm và không được chứa \\ / : * ? " < > |',
    ja: '名前の末尾にピリオドは使えません。また、\\ / : * ? " < > | は使えません。',
  },
  name_taken: {
    en: "This folder already has something with this name.",
    vi: "Trong thư mục này đã có mục trùng tên.",
    ja: "このフォルダーには同じ名前の項目がすでにあります。",
  },
  repeated: {
    en: "The same one appears twice.",
    vi: "Mục này bị lặp lại.",
    ja: "同じものが重複しています。",
  },
  soon: {
    en: "Choose a time from now on, at most 90 days away.",
    vi: "Hãy chọn thời điểm từ bây giờ đến tối đa 90 ngày sau.",
    ja: "今から90日以内の日時を選んでください。",
  },
  shortcut: {
    en: "Use letters, digits, - and _ only, without spaces.",
    vi: "Chỉ dùng chữ cái, chữ số, dấu - và _, không có dấu cách.",
    ja: "文字・数字・「-」・「_」だけを、空白なしで入力してください。",
  },
  shortcut_taken: {
    en: "Another canned answer has this shortcut.",
    vi: "Mã ngắn này đã được dùng cho một câu trả lời mẫu khác.",
    ja: "このショートカットは別の定型文で使われています。",
  },
  origin: {
    en: "Write a site's address without a path, such as https://shop.example.",
    vi: "Nhập địa chỉ trang web không kèm đường dẫn, ví dụ https://shop.example.",
    ja: "サイトのアドレスをパスなしで入力してください（例：https://shop.example）。",
  },
  host: {
    en: "Write one host per line, such as api.example.com, without https:// and without a path.",
    vi: "Mỗi dòng nhập một máy chủ, ví dụ api.example.com, không có https:// và không kèm đường dẫn.",
    ja: "ホスト名を1行に1つずつ、https:// やパスを付けずに入力してください（例：api.example.com）。",
  },
  overlap: {
    en: "These hours overlap other hours.",
    vi: "Khung giờ này trùng với khung giờ khác.",
    ja: "ほかの時間帯と重なっています。",
  },
  holiday: {
    en: "Choose a day between the years 2000 and 2199.",
    vi: "Hãy chọn một ngày từ năm 2000 đến năm 2199.",
    ja: "2000年から2199年までの日付を選んでください。",
  },
  private_host: {
    en: "Write a host on the public internet. This one is on a private network or on the server itself.",
    vi: "Hãy nhập máy chủ trên internet công cộng. Máy chủ này nằm trong mạng nội bộ hoặc chính là máy chủ đang chạy.",
    ja: "インターネット上に公開されているホストを入力してください。社内ネットワークやサーバー自身は指定できません。",
  },
  host_port: {
    en: "Requests to this port are not possible. Only 80 and 443 are.",
    vi: "Không thể gửi yêu cầu đến cổng này. Chỉ dùng được cổng 80 và 443.",
    ja: "このポートには送信できません。80か443だけを指定できます。",
  },
  flow_blocks: {
    en: "This story is too large: use at most {n} blocks in all.",
    vi: "Kịch bản quá lớn: tối đa {n} khối tất cả.",
    ja: "シナリオが大きすぎます。ブロックは全体で{n}個以内にしてください。",
  },
  flow_bytes: {
    en: "This story is too large: use at most {n} kB in all.",
    vi: "Kịch bản quá lớn: tối đa {n} kB tất cả.",
    ja: "シナリオが大きすぎます。全体で{n} kB以内にしてください。",
  },
  code_bytes: {
    en: "This is too long: 100 kB of text at most.",
    vi: "Nội dung quá dài: tối đa 100 kB văn bản.",
    ja: "長すぎます。テキストで100 kBまでにしてください。",
  },
  not_text: {
    en: "This has characters that are no text, such as a null byte.",
    vi: "Nội dung có ký tự không phải văn bản, chẳng hạn byte null.",
    ja: "ヌル文字など、テキストではない文字が含まれています。",
  },
  country: {
    en: "Choose a country from the list.",
    vi: "Hãy chọn một quốc gia trong danh sách.",
    ja: "一覧から国を選んでください。",
  },
  web_address: {
    en: "Enter an address that begins with https://.",
    vi: "Nhập địa chỉ bắt đầu bằng https://.",
    ja: "https:// で始まるアドレスを入力してください。",
  },
  request_address: {
    en: "Enter an address that begins with https:// or http:// and a host.",
    vi: "Nhập địa chỉ bắt đầu bằng https:// hoặc http:// và tên máy chủ.",
    ja: "https:// または http:// とホスト名で始まるアドレスを入力してください。",
  },
  variable_name: {
    en: "Use letters, digits and _ only. Begin with a letter.",
    vi: "Chỉ dùng chữ cái, chữ số và dấu _, bắt đầu bằng chữ cái.",
    ja: "文字・数字・_だけを使い、文字で始めてください。",
  },
  slug: {
    en: "Use lowercase letters, digits and single hyphens.",
    vi: "Chỉ dùng chữ thường không dấu, chữ số và dấu gạch nối đơn.",
    ja: "半角の英小文字・数字と、連続しないハイフンを使ってください。",
  },
  slug_taken: {
    en: "Another post uses or used this URL.",
    vi: "Một bài viết khác đang dùng hoặc từng dùng địa chỉ này.",
    ja: "このアドレスは別の記事で使用中、または使用されていました。",
  },
  front_matter_begin: {
    en: "Line 1 is not ---: begin with front matter that has a title, a summary and a topic.",
    vi: "Dòng 1 không phải ---: hãy mở đầu bằng phần khai báo có title, summary và topic.",
    ja: "1行目が --- ではありません。冒頭に title・summary・topic の定義を書いてください。",
  },
  front_matter_end: {
    en: "The front matter that begins in line 1 has no end: close it with a line of ---.",
    vi: "Phần khai báo bắt đầu ở dòng 1 chưa kết thúc: hãy đóng bằng một dòng ---.",
    ja: "1行目から始まる定義が閉じられていません。--- の行で閉じてください。",
  },
  front_matter_line: {
    en: "Line {n} of the front matter is not of the form “name: text”.",
    vi: "Dòng {n} trong phần khai báo không có dạng “tên: nội dung”.",
    ja: "定義の{n}行目が「名前: 内容」の形になっていません。",
  },
  front_matter_unknown: {
    en: "Line {n}: “{name}” is not allowed. Use title, summary and topic.",
    vi: "Dòng {n}: không có mục “{name}”. Hãy dùng title, summary và topic.",
    ja: "{n}行目: 「{name}」は使えません。title・summary・topic を使ってください。",
  },
  front_matter_twice: {
    en: "Line {n}: “{name}” appears twice.",
    vi: "Dòng {n}: “{name}” bị lặp lại.",
    ja: "{n}行目: 「{name}」が重複しています。",
  },
  front_matter_empty: {
    en: "Line {n}: “{name}” is empty.",
    vi: "Dòng {n}: “{name}” đang để trống.",
    ja: "{n}行目: 「{name}」が空です。",
  },
  front_matter_long: {
    en: "Line {n}: “{name}” is too long.",
    vi: "Dòng {n}: “{name}” quá dài.",
    ja: "{n}行目: 「{name}」が長すぎます。",
  },
  front_matter_missing: {
    en: "The front matter that ends in line {n} has no “{name}”.",
    vi: "Phần khai báo kết thúc ở dòng {n} thiếu “{name}”.",
    ja: "{n}行目で終わる定義に「{name}」がありません。",
  },
  gone_file: {
    en: "This file is no longer there. Remove it or attach it again.",
    vi: "Tệp này không còn nữa. Hãy gỡ ra hoặc đính kèm lại.",
    ja: "このファイルは見つかりません。外すか、もう一度添付してください。",
  },
  imported_file: {
    en: "This file is already being imported in another way. To import it again, upload it again.",
    vi: "Tệp này đã được nhập theo cách khác. Muốn nhập lại, hãy tải tệp lên lần nữa.",
    ja: "このファイルは別の設定ですでに取り込まれています。もう一度取り込むには、再度アップロードしてください。",
  },
  unknown: {
    en: "This field does not exist.",
    vi: "Trường này không được hỗ trợ.",
    ja: "この項目は使用できません。",
  },
  invalid: { en: "This is not valid.", vi: "Giá trị không hợp lệ.", ja: "正しい値ではありません。" },
} as const satisfies Record<string, TextsByLanguage>;
export type ValidationKey = keyof typeof validationTexts;
