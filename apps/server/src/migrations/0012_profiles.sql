create table categories (
  id uuid primary key default gen_random_uuid(),
  names jsonb not null,
  position integer not null,
  created_at timestamptz not null default now()
);
create table currencies (
  id uuid primary key default gen_random_uuid(),
  code text not null unique,
  names jsonb not null,
  position integer not null,
  created_at timestamptz not null default now()
);
create table profile_categories (
  profile_id uuid not null references profiles on delete cascade,
  category_id uuid not null references categories,
  primary key (profile_id, category_id)
);
create index profile_categories_by_category on profile_categories (category_id);

create table avatars (
  name text primary key,
  user_id uuid not null unique references users on delete cascade,
  bytes bytea not null,
  created_at timestamptz not null default now()
);

create table closed_pages (
  page text primary key,
  closed_at timestamptz not null default now()
);

insert into categories (names, position) values
  ('{"en": "Web applications", "vi": "Ứng dụng web", "ja": "Webアプリケーション"}', 1),
  ('{"en": "Mobile apps", "vi": "Ứng dụng di động", "ja": "モバイルアプリ"}', 2),
  ('{"en": "Online shops", "vi": "Thương mại điện tử", "ja": "ECサイト"}', 3),
  ('{"en": "Business systems", "vi": "Hệ thống nghiệp vụ", "ja": "業務システム"}', 4),
  ('{"en": "Cloud and infrastructure", "vi": "Đám mây và hạ tầng", "ja": "クラウド・インフラ"}', 5),
  ('{"en": "Data and AI", "vi": "Dữ liệu và AI", "ja": "データ・AI"}', 6),
  ('{"en": "Process automation", "vi": "Tự động hóa quy trình", "ja": "業務自動化（RPA）"}', 7),
  ('{"en": "Embedded and IoT", "vi": "Nhúng và IoT", "ja": "組み込み・IoT"}', 8),
  ('{"en": "Games", "vi": "Trò chơi", "ja": "ゲーム"}', 9),
  ('{"en": "Design", "vi": "Thiết kế", "ja": "デザイン"}', 10),
  ('{"en": "Testing and quality", "vi": "Kiểm thử và chất lượng", "ja": "テスト・品質管理"}', 11),
  ('{"en": "Translation and localisation", "vi": "Biên dịch và bản địa hóa", "ja": "翻訳・ローカライズ"}', 12);
insert into currencies (code, names, position) values
  ('JPY', '{"en": "Japanese yen", "vi": "Yên Nhật", "ja": "日本円"}', 1),
  ('USD', '{"en": "US dollar", "vi": "Đô la Mỹ", "ja": "米ドル"}', 2),
  ('VND', '{"en": "Vietnamese dong", "vi": "Đồng Việt Nam", "ja": "ベトナムドン"}', 3),
  ('EUR', '{"en": "Euro", "vi": "Euro", "ja": "ユーロ"}', 4),
  ('GBP', '{"en": "Pound sterling", "vi": "Bảng Anh", "ja": "英ポンド"}', 5);
