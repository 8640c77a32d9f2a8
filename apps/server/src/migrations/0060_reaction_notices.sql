-- Of one person's reactions to one message its author has one notification.
create unique index notifications_reactions on notifications (user_id, actor_id, (data ->> 'message_id'))
  where type = 'REACT';
