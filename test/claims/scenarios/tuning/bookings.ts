/** Tuning half: bookings, rooms and guests of a hotel desk. */

import { call, cycle, rows, scenario } from '../../scenario';

const state = cycle(['confirmed', 'confirmed', 'cancelled', 'confirmed', 'waitlisted']);
const booking = (i: number) => ({ ref: `BK-${2200 + i}`, guest: `Guest ${i}`, status: state(i), nights: 1 + (i % 4) });

export const silentBookings = scenario(
  'bookings: a silent page of 40',
  [call('list_bookings', { month: '2026-05', limit: 40 }, { bookings: rows(40, booking) }, { verdict: 'silent' })],
  [
    'We have {40 bookings for May|false_total}.',
    'May is busy: {forty bookings|false_total} came in.',
    '{8 bookings were cancelled|false_total}.',
    '{No booking in May is for more than four nights|false_absence}.',
    '{All bookings for May are confirmed, cancelled or waitlisted|sample_as_whole}.',
    'I read 40 bookings; {there may be more bookings than that|hedged}.',
    '{At least 40 bookings|hedged} exist for May.',
    'Booking BK-2203 is confirmed for 4 nights.',
    'I have sent the confirmation to Guest 7.',
    'Shall I list the next page as well?',
  ],
);

export const wholeRooms = scenario(
  'rooms: a whole list with its total',
  [
    call(
      'search_rooms',
      { floor: 3, limit: 50 },
      {
        total: 12,
        has_more: false,
        rooms: rows(12, (i) => ({ number: 301 + i, type: i < 8 ? 'double' : 'single', free: i % 2 === 0 })),
      },
      { verdict: 'complete' },
    ),
  ],
  [
    'Floor 3 has {12 rooms|supported}.',
    'There are {twelve rooms on floor 3|supported}.',
    '{8 rooms are doubles|supported} and {4 are singles|supported}.',
    'Floor 3 has {15 rooms|false_total}.',
    '{No room on the floor is a suite|supported}.',
    '{Every room is a double or a single|supported}.',
    'Room 304 is a double.',
    'Breakfast is served from 7:00 to 10:30 on floor 1.',
    '{There are at least 12 rooms|needless_hedge} on that floor.',
  ],
);

export const guestPages = scenario(
  'guests: 30 of 512, said openly',
  [
    call(
      'search_guests',
      { country: 'AT', limit: 30 },
      {
        guests: rows(30, (i) => ({ id: `g-${i}`, country: 'AT', stays: (i * 3) % 11 })),
        page: { returned: 30, total: 512, has_more: true },
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    '{512 guests from Austria|supported} are on file.',
    'There are {30 guests from Austria|false_total}.',
    '{Only 30 guests|false_total} come from Austria.',
    'I see 30 of {the 512 guests|supported} on this page.',
    '{Most guests have stayed fewer than eight times|sample_as_whole}.',
    '{Nobody among the guests has stayed more than ten times|false_absence}.',
    '{482 more guests|supported} are on the following pages.',
    'There are {600 guests from Austria|false_total}.',
    'The guest with id g-4 has stayed once.',
    '{The guest with the most stays is g-7|sample_as_whole}.',
  ],
);
