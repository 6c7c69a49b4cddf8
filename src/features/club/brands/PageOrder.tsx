import { Card } from '#ui/Card.tsx'
import { Fields } from '#ui/form/Field.tsx'
import { OrderedField } from '#ui/form/OrderedField.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { mostPinned, type PagePart, partsInOrder } from './pageParts'
import type { ProfileValues } from './read'
import { useBrandWords } from './words'

/** What may stand first on a brand's page; null while it is not known. */
export type Pinnable = readonly { id: string; name: string; thumbnail: string }[] | null
/** Contents and goods, which wings above know. */
export type PinnableOfBrand = { contents: Pinnable; goods: Pinnable }

/** Names of what is pinned, in its order; of what is not among the public ones, `unseen`. */
export const namesOf = (ids: readonly string[], known: Pinnable, unseen: string): { value: string; label: string }[] =>
  ids.map((value) => ({ value, label: known?.find(({ id }) => id === value)?.name ?? (known ? unseen : '…') }))

type Props = { form: ZodForm<ProfileValues>; pinnable: PinnableOfBrand }

/** In which order the parts of the brand's page stand, and what stands first in them. */
export const PageOrder = ({ form, pinnable }: Props) => {
  const { page: words } = useBrandWords()
  const { pageParts, pinnedContents, pinnedGoods } = form.watch()
  const set = (name: 'pageParts' | 'pinnedContents' | 'pinnedGoods') => (value: string[]) =>
    form.setValue(name, value as PagePart[], { shouldDirty: true, shouldTouch: true })
  const pins = (name: 'pinnedContents' | 'pinnedGoods', chosen: readonly string[], known: Pinnable) => (
    <OrderedField
      label={words[name]}
      hint={words.pinnedHint(mostPinned)}
      items={namesOf(chosen, known, words.unseen)}
      onChange={set(name)}
      add={{
        label: words.add,
        max: mostPinned,
        options: (known ?? []).flatMap(({ id, name: label }) => (chosen.includes(id) ? [] : [{ value: id, label }])),
      }}
      none={known?.length === 0 && <p>{words.nothing[name]}</p>}
      words={words}
    />
  )
  return (
    <Card title={words.title} lead={words.lead}>
      <Fields>
        <OrderedField
          label={words.parts}
          items={partsInOrder(pageParts).map((value) => ({ value, label: words.names[value] }))}
          onChange={set('pageParts')}
          words={words}
        />
        {pins('pinnedContents', pinnedContents, pinnable.contents)}
        {pins('pinnedGoods', pinnedGoods, pinnable.goods)}
      </Fields>
    </Card>
  )
}
