import { formatYen, type Yen } from '#kit/money.ts'
import type { ApplicationForm } from '../applications/application'
import { postalText } from '../postal/postalCode'

/** Who sells, as the club applied; empty of what its application does not say. */
export type Seller = Pick<
  ApplicationForm,
  'applicantType' | 'legalName' | 'representativeName' | 'postalCode' | 'address' | 'phone' | 'email'
>

const lines = {
  ja: (said: Record<'seller' | 'responsible' | 'address' | 'phone' | 'email', string>, konbiniFee: Yen) => [
    ['販売業者', said.seller || '（会社名、またはお名前）'],
    ['運営責任者', said.responsible || '（お名前）'],
    ['所在地', said.address || '（郵便番号と住所）'],
    ['電話番号', said.phone || '（電話番号と、受付の時間）'],
    ['メールアドレス', said.email || '（メールアドレス）'],
    ['販売価格', '各プラン・各商品のページに、税込で表示します。'],
    [
      '販売価格以外の費用',
      `コンビニ払いでは、お支払い1回につき手数料${formatYen(konbiniFee)}（税込）をご負担いただきます。商品の送料は、商品のページとご注文の確認画面に表示します。閲覧にかかる通信料は、お客様のご負担です。`,
    ],
    ['支払方法', 'クレジットカード、コンビニ払い'],
    [
      '支払時期',
      'クレジットカードは、お申し込みのときにお支払いいただきます。コンビニ払いは、お申し込みのあとに表示する期限までにお支払いください。会費は、以後、プランの間隔（毎月または毎年）の更新のたびにお支払いいただきます。',
    ],
    [
      '引渡時期',
      'コンテンツとダウンロードの商品は、お支払いを確認でき次第ご利用いただけます。発送する商品は、各商品のページに表示する時期にお送りします。',
    ],
    [
      '返品・キャンセル',
      'お客様のご都合による返品・キャンセルはお受けしていません。商品に不備があったときや、ご注文と違うものが届いたときは、到着から8日以内にお問い合わせください。交換または返金いたします。',
    ],
    [
      '解約',
      'プランは、マイページからいつでも解約できます。お支払い済みの期間の終わりまでご利用いただけます。期間の途中で解約しても、返金はありません。',
    ],
  ],
  en: (said: Record<'seller' | 'responsible' | 'address' | 'phone' | 'email', string>, konbiniFee: Yen) => [
    ['Seller', said.seller || '(the company’s or your name)'],
    ['Responsible', said.responsible || '(a name)'],
    ['Address', said.address || '(postal code and address)'],
    ['Phone', said.phone || '(phone number, and when it is answered)'],
    ['E-mail', said.email || '(e-mail address)'],
    ['Prices', 'Shown with tax on the page of each plan and product.'],
    [
      'Further costs',
      `Each payment at a convenience store costs a fee of ${formatYen(konbiniFee)} (tax included). Shipping is shown on the product’s page and before an order is confirmed. You pay for your own internet connection.`,
    ],
    ['Ways to pay', 'Credit card, convenience store'],
    [
      'When to pay',
      'By card when you order; at a store by the time that is shown after the order. Memberships are paid again at each renewal, every month or every year as the plan says.',
    ],
    [
      'Delivery',
      'Contents and downloads are available as soon as the payment is confirmed. Goods are sent at the time that is shown on their page.',
    ],
    [
      'Returns and cancellation',
      'Orders cannot be returned or cancelled at will. If something is faulty or not what you ordered, write to us within 8 days after it arrived: it is exchanged or refunded.',
    ],
    [
      'Leaving',
      'Plans can be left at any time on your own page. You keep what you have paid for until its period ends; nothing is refunded for the rest of it.',
    ],
  ],
}

/**
 * The notice by the Specified Commercial Transactions Act, a line for each thing that it has to say, filled in with what the club said
 * when it applied. What the platform does for every club is said as it is.
 */
export const legalNoticeOf = (seller: Seller | null, konbiniFee: Yen, locale: 'ja' | 'en'): string => {
  const {
    applicantType,
    legalName = '',
    representativeName = '',
    address = '',
    postalCode,
    phone,
    email,
  } = seller ?? {}
  const said = {
    seller: legalName,
    responsible: applicantType === 'corporation' ? representativeName : legalName,
    address: postalCode && address ? `${postalText(postalCode)} ${address}` : address,
    phone: phone ?? '',
    email: email ?? '',
  }
  return lines[locale](said, konbiniFee)
    .map(([label, text]) => `${label}: ${text}`)
    .join('\n')
}
