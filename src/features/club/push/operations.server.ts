import type { Handlers } from '#server/context.ts'
import { isPushEndpoint, pushPublicKey } from '#server/push/endpoint.ts'
import type { push } from './contract'
import { deviceAt, devicesOf, quietHoursOf, removeDevice, saveDevice, saveQuietHours } from './queries.server'

export const pushHandlers: Handlers<typeof push> = {
  async getPushSettings({ db, fan }, { endpoint }) {
    const [devices, here, quiet] = [
      await devicesOf(db, fan),
      endpoint === undefined ? undefined : await deviceAt(db, fan, endpoint),
      await quietHoursOf(db, fan),
    ]
    return {
      publicKey: pushPublicKey(),
      devices: devices.map((one) => ({ ...one, isThis: one.deviceId === here })),
      quiet,
    }
  },

  async addPushDevice({ db, fan, now, newId, refuse }, device) {
    if (pushPublicKey() === null) return refuse('pushNotOffered')
    if (!isPushEndpoint(device.endpoint)) return refuse('endpointRefused')
    return { deviceId: await saveDevice(db, fan, { deviceId: newId('device'), ...device }, now) }
  },

  async removePushDevice({ db, fan, refuse }, { deviceId }) {
    return (await removeDevice(db, fan, deviceId)) ? {} : refuse('deviceNotFound')
  },

  async setQuietHours({ db, fan, now }, { quiet }) {
    await saveQuietHours(db, fan, quiet, now)
    return { quiet }
  },
}
