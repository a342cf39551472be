/** Tuning half: mail and calendars. */

import { call, cycle, rows, scenario } from '../../scenario';

const day = (i: number) => `2026-03-${String(1 + i).padStart(2, '0')}`;

const letter = (i: number) => ({
  id: `m-${900 + i}`,
  from: 'billing@hostly.example',
  subject: `Receipt ${i + 1}`,
  received: day(i),
  folder: 'Inbox',
  unread: i % 2 === 0,
  attachments: i < 5 ? 1 : 0,
});

export const hostlyMail = scenario(
  'mail: all 14 messages of one sender',
  [
    call(
      'search_mail',
      { from: 'billing@hostly.example', max_results: 50 },
      { total: 14, messages: rows(14, letter) },
      { verdict: 'complete' },
    ),
  ],
  [
    '{14 messages|supported} from Hostly billing.',
    'Sure, I had a look! Hostly sent you {fourteen emails|supported}, and {seven of them are unread|supported}. Shall I mark them as read?',
    '- **Messages:** {14|supported}\n- **Unread:** {7|supported}\n- **With an attachment:** {5|supported}',
    '{Every message from Hostly is in the Inbox|supported}.',
    '{None of the messages were moved to spam|supported}; I left m-903 where it is.',
    'Hostly wrote to you {19 times|false_total}.',
    '{Nine of the 14 messages are unread|false_total}.',
    '{Half of the messages are unread|prose_arithmetic}.',
    '{The latest message is Receipt 14|supported}, which came in on 2026-03-14.',
    'I found {at least 14 messages|needless_hedge} from Hostly; there could be more.',
  ],
);

const newsletter = (i: number) => ({
  id: `n-${i + 1}`,
  subject: `Weekly digest ${i + 1}`,
  sender: cycle(['Brewpost', 'Cityline', 'Brewpost'])(i),
  read: false,
});

export const newsletters = scenario(
  'mail: newsletters walked by page token to the end',
  [
    call(
      'list_messages',
      { label: 'newsletters', pageSize: 30 },
      { messages: rows(30, newsletter), nextPageToken: 'tok-b' },
      { verdict: 'flagged' },
    ),
    call(
      'list_messages',
      { label: 'newsletters', pageSize: 30, pageToken: 'tok-b' },
      { messages: rows(30, (i) => newsletter(i + 30)), nextPageToken: 'tok-c' },
      { verdict: 'flagged' },
    ),
    call(
      'list_messages',
      { label: 'newsletters', pageSize: 30, pageToken: 'tok-c' },
      { messages: rows(11, (i) => newsletter(i + 60)), nextPageToken: null },
      { verdict: 'complete' },
    ),
  ],
  [
    'You have {71 newsletters|supported}.',
    'After three pages I can say it for sure: there are {71 messages labelled newsletters|supported}.',
    '{All 71 newsletters are unread|supported}.',
    'The label newsletters holds {30 messages|false_total}.',
    'Your newsletters folder holds {90 messages|false_total}.',
    '{None of the newsletters has been read|supported}. Should I archive n-12?',
    '{No newsletters come from Cityline|false_absence}.',
    '{Brewpost is the only sender of newsletters|false_absence}.',
    '**Newsletters:** {71 messages|supported}\n\n**Next:** I can unsubscribe you from Cityline.',
  ],
);

const event = (i: number) => ({
  id: `ev-${300 + i}`,
  title: cycle(['Stand-up', 'Review', 'Stand-up', 'Planning', 'Stand-up'])(i),
  starts: `${day(i)}T09:30:00Z`,
  room: i < 6 ? 'Maple' : 'Birch',
  minutes: 30,
});

export const teamCalendar = scenario(
  'calendar: a silent page of 25 events',
  [
    call(
      'list_events',
      { calendar: 'team', from: '2026-03-01', limit: 25 },
      { events: rows(25, event) },
      { verdict: 'silent' },
    ),
  ],
  [
    '{25 events|false_total} on the team calendar since March 1.',
    'The team calendar has {twenty-five events|false_total}, and {15 of them are stand-ups|false_total}.',
    'I read 25 events and there may be others; {15 of those are stand-ups|hedged}.',
    '{At least 25 events|hedged} are on the team calendar.',
    '{No events are planned in the Cedar room|false_absence}.',
    '{All team events take 30 minutes|sample_as_whole}.',
    '{The team only meets in Maple and Birch|false_absence}.',
    'Event ev-303 is a planning session on 4 March at 9:30 in Maple.',
    '{The last event on the team calendar is ev-324|sample_as_whole}.',
    'Of the 25 events I could see, {6 take place in Maple|hedged}.',
    'I moved ev-304 to 14:00 and told the three of you by mail.',
  ],
);
