import type { Mocks } from '#kit/mock.ts'
import type { postal } from './contract'

export const postalMocks: Mocks<typeof postal> = {
  examples: () => ({ getAddressByPostalCode: { postalCode: '1500041' } }),
  answers: {
    getAddressByPostalCode: ({ postalCode }) => ({
      address: postalCode === '0000000' ? null : { prefecture: '東京都', town: '渋谷区神南' },
    }),
  },
  scenarios: {},
}
