import type { Handlers } from '#server/context.ts'
import { areaOf } from '#server/postal/directory.ts'
import type { postal } from './contract'

export const postalHandlers: Handlers<typeof postal> = {
  async getAddressByPostalCode(_, { postalCode }) {
    return { address: await areaOf(postalCode) }
  },
}
