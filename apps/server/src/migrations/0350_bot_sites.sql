-- The sites that may show a bot's chat in a frame, as browsers name a page's site: https://shop.example.
alter table bots add column sites text[] not null default '{}';
