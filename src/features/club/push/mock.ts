import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import type { push } from './contract'

/** The keys of RFC 8291, section 5. */
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const publicKey = keys.p256dh
const deviceId = 'device_mock0000000000000001'
const devices = [
  { deviceId, name: 'Chrome, Android', createdAt: mockNow - 86_400_000 },
  { deviceId: 'device_mock0000000000000002', name: 'Firefox, Windows', createdAt: mockNow - 9 * 86_400_000 },
]

export const pushMocks: Mocks<typeof push> = {
  examples: ({ pushDevice }) => ({
    getPushSettings: {},
    addPushDevice: { endpoint: 'https://push.example.com/send/abc', name: 'Chrome, Android', ...keys },
    removePushDevice: { deviceId: pushDevice },
    setQuietHours: { quiet: { from: 22 * 60, to: 7 * 60, timeZone: 'Asia/Tokyo' } },
  }),
  answers: {
    getPushSettings: ({ endpoint }) => ({
      publicKey,
      devices: devices.map((one) => ({ ...one, isThis: endpoint !== undefined && one.deviceId === deviceId })),
      quiet: { from: 22 * 60, to: 7 * 60, timeZone: 'Asia/Tokyo' },
    }),
    addPushDevice: () => ({ deviceId }),
    removePushDevice: () => ({}),
    setQuietHours: ({ quiet }) => ({ quiet }),
  },
  scenarios: {
    empty: { getPushSettings: () => ({ publicKey, devices: [], quiet: null }) },
    noPush: {
      getPushSettings: () => ({ publicKey: null, devices: [], quiet: null }),
      addPushDevice: () => refused('pushNotOffered'),
    },
  },
}
