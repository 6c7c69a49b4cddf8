import type { Acts } from '#kit/acts.ts'
import type { eventGoods } from './contract'

export const eventGoodsActs: Acts<typeof eventGoods> = {
  saveEventGoodsDraft: { ja: 'イベントグッズの下書きを保存', en: 'Saved a draft of event goods' },
  submitEventGoodsDraft: { ja: 'イベントグッズの承認を依頼', en: 'Asked for approval of event goods' },
  approveEventGoodsDraft: { ja: 'イベントグッズを承認', en: 'Approved event goods' },
  returnEventGoodsDraft: { ja: 'イベントグッズを差し戻し', en: 'Returned event goods' },
  publishEventGoods: { ja: 'イベントグッズを公開', en: 'Published event goods' },
  endEventGoodsSale: { ja: 'イベントグッズの販売を終了', en: 'Ended a sale of event goods' },
  pickUpOrderLines: { ja: 'グッズを受け渡し', en: 'Handed goods over' },
}
