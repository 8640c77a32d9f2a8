-- Plainer words for the plans that every installation starts with. Plans that an admin has changed stay as they are.
update price_plans
set words_en = jsonb_set(words_en, '{suits}', '"the work goes on and priorities keep changing"')
where words_en ->> 'suits' = 'the work goes on and its order changes';
update price_plans
set words_vi = jsonb_set(words_vi, '{points}', '["Đặc tả bằng cả hai ngôn ngữ, được duyệt trước khi bắt đầu", "Lập trình viên, kỹ sư cầu nối và phiên dịch viên trong một đội", "Bàn giao kèm tài liệu và mã nguồn"]')
where words_vi -> 'points' = '["Đặc tả bằng cả hai ngôn ngữ, được duyệt trước khi bắt đầu", "Lập trình viên, kỹ sư cầu nối và phiên dịch trong một đội", "Bàn giao kèm tài liệu và mã nguồn"]';
update price_plans
set words_vi = jsonb_set(words_vi, '{points}', '["Những người bạn chọn qua hồ sơ", "Kỹ sư cầu nối và phiên dịch viên gắn bó với đội", "Tăng hoặc giảm người theo từng tháng"]')
where words_vi -> 'points' = '["Những người bạn chọn qua hồ sơ", "Kỹ sư cầu nối và phiên dịch gắn bó với đội", "Tăng hoặc giảm người theo từng tháng"]';
