import type { PushWordsText } from './words.ja'

const words: PushWordsText = {
  offer: {
    join: 'Be told on this device when a live begins or something new is here.',
    live: 'Be told on this device when it begins.',
    goods: 'We can also tell you by a message on this device.',
  },
  allow: 'Get notifications',
  later: 'Not now',
  allowed: 'This device gets notifications',
  ended: 'This device gets no more notifications',
  denied: 'Your browser’s settings stop notifications of this site. Please allow them there and try again.',
  needsHomeScreen:
    'On an iPhone or iPad, add this site by “Add to Home Screen” in the share menu, and open it from there to get notifications.',
  unsupported: 'This browser cannot get notifications.',
  failed: 'Notifications could not be set up. Please check your connection and try again.',
  title: 'Notifications',
  lead: 'Your devices can tell you when a live begins or something new is here.',
  on: 'This device gets notifications.',
  end: 'Stop them on this device',
  others: 'Other devices',
  since: (date) => `since ${date}`,
  remove: 'Stop',
  removeNamed: (name) => `Stop notifications to ${name}`,
  removed: (name) => `${name} gets no more notifications`,
  quiet: {
    title: 'Quiet hours',
    hint: 'Notifications of these hours come when they are over. Mails come at any time.',
    switch: 'Keep quiet for some hours',
    from: 'From',
    to: 'Until',
    zone: (zone) => `In the time zone of this device (${zone})`,
    same: 'Please choose an end that differs from the beginning.',
    save: 'Save the hours',
    on: (from, to) => `No notifications from ${from} until ${to}`,
    off: 'Notifications come at any time',
  },
  refusals: {
    pushNotOffered: 'This site sends no notifications.',
    deviceNotFound: 'This device gets no notifications any more.',
    endpointRefused: 'The notification service of this browser is not supported.',
  },
}

export default words
