-- Marks the messages that bots said, so that nobody is offered a translation of them (decision 96). The ids of such messages
-- are computed (version 8). Those of messages that the people of a page wrote in the bot's name are not.
update messages m set outside = coalesce(m.outside, '{}') || '{"said_by_bot": true}'
from livechats l join bots b on b.id = l.bot_id
where m.conversation_id = l.conversation_id and m.user_id = b.user_id and substr(m.client_id::text, 15, 1) = '8';
