import type { Acts } from '#kit/acts.ts'
import type { fulfillments } from './contract'

export const fulfillmentsActs: Acts<typeof fulfillments> = {
  startPreparing: { ja: '発送の準備を開始', en: 'Began to prepare orders' },
  createFulfillment: { ja: '商品を発送', en: 'Sent goods' },
  shipOrders: { ja: '商品をまとめて発送', en: 'Sent goods of several orders' },
  updateFulfillment: { ja: '発送の内容を変更', en: 'Changed a shipment' },
  markDelivered: { ja: '配達の完了を記録', en: 'Marked a delivery' },
  stepFulfillmentBack: { ja: '発送の状態を戻す', en: 'Took a step of a shipment back' },
  recordParcelReturn: { ja: '荷物の返送を記録', en: 'Recorded a parcel that came back' },
  undoParcelReturn: { ja: '荷物の返送の記録を取り消し', en: 'Took a recorded return back' },
  cancelOrder: { ja: '注文をキャンセル', en: 'Canceled an order' },
  addOrderNote: { ja: '注文にメモを追加', en: 'Added a note to an order' },
  updateOrderAddress: { ja: 'お届け先を変更', en: 'Changed a delivery address' },
  holdOrder: { ja: '注文を保留', en: 'Put an order on hold' },
  releaseOrder: { ja: '注文の保留を解除', en: 'Took an order off hold' },
  resendOrderMail: { ja: '注文のメールを再送', en: 'Sent an order’s mail again' },
  revealOrderAddress: { ja: 'お届け先を表示', en: 'Looked at a delivery address' },
  getPackingSlips: { ja: '納品書を表示', en: 'Opened packing slips' },
}
