import type { Mocks } from '#kit/mock.ts'
import type { goodsWaits } from './contract'

export const goodsWaitMocks: Mocks<typeof goodsWaits> = {
  examples: ({ ids, goodsId }) => ({
    getGoodsWait: { ...ids, goodsId },
    setGoodsWait: { ...ids, goodsId, variationId: null, isOn: false },
  }),
  answers: {
    getGoodsWait: () => ({ variationIds: [] }),
    setGoodsWait: ({ variationId, isOn }) => ({ variationIds: isOn ? [variationId ?? ''] : [] }),
  },
  scenarios: {},
}
