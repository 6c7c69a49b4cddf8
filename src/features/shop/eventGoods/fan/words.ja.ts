import type { PickUpState } from '../pickUp/pickUp'

const words = {
  title: '会場での受け取り',
  savePicture: '画像で保存',
  asOf: (date: string) => `${date}現在`,
  code: '受け取りのコード',
  show: '受け取りのときに、このコードか注文番号をお見せください。',
  afterPayment: 'お支払いが済むと、受け取りのコードが表示されます。',
  states: {
    ready: '受け取り前',
    done: '受け取り済み',
    unpaid: 'お支払い待ち',
    refunded: '返金済み',
    nothingToPickUp: '受け取りなし',
  } as Record<PickUpState, string>,
}

export type FanPickUpWordsText = typeof words
export default words
