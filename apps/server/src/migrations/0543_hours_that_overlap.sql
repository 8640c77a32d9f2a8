-- Hours of one day that overlap become one span: they are refused from now on, also in a file that is imported. Until
-- now no span went on past midnight.
with overlapping as materialized (
  select distinct b.id, b.hours from bots b,
    jsonb_array_elements(b.hours -> 'spans') with ordinality as one (span, number),
    jsonb_array_elements(b.hours -> 'spans') with ordinality as other (span, number)
  where one.number < other.number and one.span -> 'day' = other.span -> 'day'
    and one.span ->> 'from' < other.span ->> 'until' and other.span ->> 'from' < one.span ->> 'until'
), days as (
  select id, span -> 'day' as day, range_agg(int4range(
    left(span ->> 'from', 2)::int * 60 + right(span ->> 'from', 2)::int,
    left(span ->> 'until', 2)::int * 60 + right(span ->> 'until', 2)::int
  )) as parts
  from overlapping, jsonb_array_elements(hours -> 'spans') as span
  group by id, span -> 'day'
), joined as (
  select id, jsonb_agg(jsonb_build_object(
    'day', day,
    'from', to_char(lower(part) / 60, 'FM00') || ':' || to_char(lower(part) % 60, 'FM00'),
    'until', to_char(upper(part) / 60, 'FM00') || ':' || to_char(upper(part) % 60, 'FM00')
  ) order by day, part) as spans
  from days, unnest(parts) as part
  group by id
)
update bots b set hours = jsonb_set(b.hours, '{spans}', joined.spans)
from joined where joined.id = b.id;
