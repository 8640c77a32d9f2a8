-- What the price page offers. Without an amount a plan leads to a consultant.
create table price_plans (
  id uuid primary key,
  position integer not null,
  shown boolean not null default true,
  amount numeric(13, 2) check (amount >= 0),
  -- ISO 4217.
  currency text,
  period text check (period in ('PROJECT', 'MONTH', 'HOUR')),
  -- Title, text, suits and points in each language of the site.
  words_en jsonb not null,
  words_vi jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((amount is null) = (currency is null) and (amount is null) = (period is null))
);

insert into price_plans (id, position, words_en, words_vi) values
  ('01933f4e-0000-7000-8000-000000000001', 1,
    '{"title": "Project", "text": "A fixed scope for a fixed price.", "suits": "you can say what the finished system does", "points": ["A specification in both languages, signed off before work begins", "Developers, bridge engineer and translator as one team", "Handover with documents and source code"]}',
    '{"title": "Dự án", "text": "Phạm vi cố định, giá cố định.", "suits": "bạn nói được hệ thống hoàn chỉnh sẽ làm gì", "points": ["Đặc tả bằng cả hai ngôn ngữ, được duyệt trước khi bắt đầu", "Lập trình viên, kỹ sư cầu nối và phiên dịch trong một đội", "Bàn giao kèm tài liệu và mã nguồn"]}'),
  ('01933f4e-0000-7000-8000-000000000002', 2,
    '{"title": "Team", "text": "Your own developers, month by month.", "suits": "the work goes on and its order changes", "points": ["People you choose by their profiles", "A bridge engineer and a translator who stay with the team", "Larger or smaller from one month to the next"]}',
    '{"title": "Đội ngũ", "text": "Lập trình viên của riêng bạn, theo từng tháng.", "suits": "công việc kéo dài và thứ tự ưu tiên thay đổi", "points": ["Những người bạn chọn qua hồ sơ", "Kỹ sư cầu nối và phiên dịch gắn bó với đội", "Tăng hoặc giảm người theo từng tháng"]}'),
  ('01933f4e-0000-7000-8000-000000000003', 3,
    '{"title": "Advice", "text": "A consultant by the hour.", "suits": "you want a second opinion before you decide", "points": ["A conversation in English, Vietnamese or Japanese", "A look at the systems and documents you already have", "A written recommendation"]}',
    '{"title": "Tư vấn", "text": "Một tư vấn viên, tính theo giờ.", "suits": "bạn muốn nghe thêm một ý kiến trước khi quyết định", "points": ["Trao đổi bằng tiếng Việt, tiếng Anh hoặc tiếng Nhật", "Xem xét hệ thống và tài liệu bạn đang có", "Khuyến nghị bằng văn bản"]}');
