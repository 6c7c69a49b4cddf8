import { useLocale } from '#client/words.tsx'
import { englishText } from '#ui/form/EnglishTexts.tsx'
import type { Conflict } from '#ui/form/state/useStoredForm.ts'
import { ConflictDialog } from '#ui/overlay/ConflictDialog.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useGoodsWords } from '../words'
import type { GoodsValues } from './values'

type Props = { conflict: Conflict<GoodsValues>; onSave: () => unknown }

/** After a stale save: each differing field, with the reader's value beside the stored one. */
export const GoodsConflict = ({ conflict, onSave }: Props) => {
  const words = useGoodsWords()
  const ui = usePortalWords()
  const locale = useLocale()
  const { form } = words
  const moment = (at: number | null) => (at === null ? words.none : dateText(at, locale, { hour: true }))
  const yen = (amount: number | null) => (amount === null ? words.none : yenText(amount))
  return (
    <ConflictDialog
      conflict={conflict}
      onSave={onSave}
      fields={{
        name: { label: form.name },
        description: { label: form.description },
        english: { label: ui.english, show: englishText },
        price: { label: form.price, show: yen },
        goodsType: { label: form.goodsType, show: (type) => words.types[type] },
        salesType: { label: form.salesType, show: (type) => words.salesTypes[type] },
        visibility: {
          label: words.aside.status,
          show: (one) => (one === 'hidden' ? words.hidden : words.status.onSale),
        },
        saleStartDateTime: { label: form.start, show: moment },
        saleEndDateTime: { label: form.end, show: moment },
        audience: { label: form.audience, show: (audience) => words.audiences[audience] },
        planIds: { label: form.plans, show: (planIds) => String(planIds.length) },
        maxPerPerson: { label: form.maxPerPerson, show: (most) => String(most ?? words.none) },
        isReducedTax: { label: form.reducedTax, show: (is) => (is ? form.reducedTaxRate : form.standardRate) },
        shippingFee: { label: form.shippingFee, show: yen },
        shippingTimeText: { label: form.shippingTime },
        thumbnails: { label: form.pictures, show: (all) => String(all.length) },
        files: { label: words.files.title, show: (all) => all.map(({ name }) => name).join('\n') || words.none },
        variations: {
          label: form.variations,
          show: (all) =>
            all
              .map(({ variationName, english, stock, isUnlimited }) =>
                [variationName, english.name, isUnlimited ? words.unlimited : String(stock ?? 0)]
                  .filter(Boolean)
                  .join(' '),
              )
              .join('\n') || words.none,
        },
      }}
    />
  )
}
