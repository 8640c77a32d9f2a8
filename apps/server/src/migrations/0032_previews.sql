-- [{url, title, description, site_name, image}] as the contract describes a preview; null for none.
alter table messages add column previews jsonb;

-- What pages say of themselves, so that a link that many send is read once. `found` is null where there is nothing to show.
create table link_previews (
  url text primary key,
  found jsonb,
  -- Of its picture in the storage; null for none.
  image_id uuid unique,
  image_size integer,
  fetched_at timestamptz not null default now()
);
