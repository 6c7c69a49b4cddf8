import type { Mocks } from '#kit/mock.ts'
import type { goodsWaits } from './contract'

export const goodsWaitMocks: Mocks<typeof goodsWaits> = {
  examples: ({ ids, goodsId, variationId }) => ({
    getGoodsWait: { ...ids, goodsId },
    setGoodsWait: { ...ids, goodsId, variationId, isOn: false },
  }),
  answers: {
    getGoodsWait: () => ({ variationIds: [] }),
    setGoodsWait: ({ variationId, isOn }) => ({ variationIds: isOn ? [variationId ?? ''] : [] }),
  },
  scenarios: {},
}
