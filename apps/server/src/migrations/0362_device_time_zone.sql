-- The time zone of the device that the person used last. It is theirs unless they chose one in the settings.
alter table users add column device_time_zone text;
