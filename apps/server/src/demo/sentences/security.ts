/** Demo sentences about accounts, permissions and data safety. */
export const securitySentences = `
パスワードは8文字以上で、数字を含めてください。 | The password needs at least 8 characters, with a digit among them. | Mật khẩu cần ít nhất 8 ký tự, trong đó có chữ số.
二段階認証を有効にすることをお勧めします。 | We recommend switching on two-step verification. | Bên em khuyên nên bật xác minh hai bước.
退職者のアカウントは当日中に停止してください。 | Accounts of people who leave the company have to be deactivated on the same day. | Tài khoản của người nghỉ việc cần được khóa ngay trong ngày.
秘密鍵をリポジトリに入れないでください。 | Please do not put private keys into the repository. | Xin đừng đưa khóa bí mật vào kho mã nguồn.
ログには個人情報を出力しない方針です。 | Our policy is to keep personal data out of the logs. | Chủ trương của bên em là không ghi thông tin cá nhân vào log.
脆弱性診断の結果、重大な問題は見つかりませんでした。 | The security assessment found no serious problem. | Đợt đánh giá bảo mật không phát hiện vấn đề nghiêm trọng nào.
使用中のライブラリに脆弱性が報告されたので、更新しました。 | A vulnerability was reported in a library that we use, so we have updated it. | Thư viện đang dùng bị báo có lỗ hổng nên bên em đã cập nhật.
不審なログインがあったため、セッションをすべて終了しました。 | There was a suspicious sign-in, so we ended all sessions. | Có lần đăng nhập đáng ngờ nên bên em đã kết thúc mọi phiên.
社外からはVPN経由でのみ接続できます。 | From outside the company one can only connect through the VPN. | Từ bên ngoài công ty chỉ kết nối được qua VPN.
閲覧だけの権限で十分です。 | Read-only permission is enough. | Chỉ cần quyền xem là đủ.
誰がいつ変更したかを記録しています。 | We record who changed something, and when. | Hệ thống ghi lại ai đã thay đổi và vào lúc nào.
お客様のデータを開発環境に持ち込まないでください。 | Please do not bring customer data into the development environment. | Xin đừng đưa dữ liệu của khách hàng vào môi trường phát triển.
証明書の有効期限が来月切れます。 | The certificate expires next month. | Chứng chỉ sẽ hết hạn vào tháng sau.
確認用リンクは24時間有効です。 | The confirmation link is valid for 24 hours. | Đường dẫn xác nhận có hiệu lực trong 24 giờ.
アカウントがロックされた場合は管理者にご連絡ください。 | If your account is locked, please contact an admin. | Nếu tài khoản bị khóa, vui lòng liên hệ quản trị viên.
ファイルは種類とサイズを確認してから受け取ります。 | Files are accepted after their type and size have been checked. | Tệp chỉ được nhận sau khi kiểm tra loại và dung lượng.
秘密保持契約を結んでから資料をお渡しします。 | We will hand over the documents once the non-disclosure agreement is signed. | Bên em sẽ gửi tài liệu sau khi ký thỏa thuận bảo mật.
プライバシーポリシーの文面をご用意ください。 | Please provide the text of the privacy policy. | Nhờ anh chị chuẩn bị nội dung chính sách quyền riêng tư.
アクセスキーは90日ごとに更新します。 | Access keys are renewed every 90 days. | Khóa truy cập được thay mới sau mỗi 90 ngày.
権限の一覧表を作成しましたので、ご確認ください。 | I have made a table of all permissions. Please have a look. | Em đã lập bảng phân quyền, nhờ anh chị xem giúp.
`;
