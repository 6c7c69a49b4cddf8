import { Controller } from 'react-hook-form'
import { EnglishTexts } from '#ui/form/EnglishTexts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { NumberInput, YenInput } from '#ui/form/NumberInput.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { goodsNameLength, goodsTextLength } from '../contract'
import { salesTypes } from '../goods'
import { useGoodsWords } from '../words'
import type { GoodsValues } from './values'

/* Fields of both shop goods and event goods. */
type Props = { form: ZodForm<GoodsValues> }

export const NameField = ({ form: { register, watch, formState } }: Props) => (
  <Field
    label={useGoodsWords().form.name}
    required
    max={goodsNameLength}
    value={watch('name')}
    error={formState.errors.name?.message}
  >
    <TextInput {...register('name')} />
  </Field>
)

export const PriceField = ({ form: { control, formState } }: Props) => {
  const { form: words } = useGoodsWords()
  return (
    <Field label={words.price} hint={words.priceHint} required error={formState.errors.price?.message}>
      <Controller name="price" control={control} render={({ field }) => <YenInput {...field} />} />
    </Field>
  )
}

/** Files are no food. */
export const ReducedTaxField = ({ form: { register, watch } }: Props) => {
  const { form: words } = useGoodsWords()
  if (watch('goodsType') === 'digitalGoods') return null
  return <Switch label={words.reducedTax} hint={words.reducedTaxHint} {...register('isReducedTax')} />
}

export const DescriptionField = ({ form: { register, watch, formState } }: Props) => {
  const { form: words } = useGoodsWords()
  return (
    <Field
      label={words.description}
      hint={words.descriptionHint}
      optional
      max={goodsTextLength}
      value={watch('description')}
      error={formState.errors.description?.message}
    >
      <TextArea rows={6} {...register('description')} />
    </Field>
  )
}

export const EnglishField = ({ form: { register, watch, formState } }: Props) => {
  const { form: words } = useGoodsWords()
  return (
    <EnglishTexts
      texts={[
        { name: 'name', label: words.name, max: goodsNameLength },
        { name: 'description', label: words.description, max: goodsTextLength, rows: 6 },
      ]}
      given={watch('english')}
      errors={formState.errors.english}
      register={(name) => register(`english.${name}`)}
    />
  )
}

export const SalesTypeField = ({ form: { register } }: Props) => {
  const { form: words, salesTypes: names } = useGoodsWords()
  return (
    <Field label={words.salesType}>
      <Select {...register('salesType')} options={salesTypes.map((value) => ({ value, label: names[value] }))} />
    </Field>
  )
}

export const MaxPerPersonField = ({ form: { control, formState } }: Props) => {
  const { form: words } = useGoodsWords()
  return (
    <Field
      label={words.maxPerPerson}
      hint={words.maxPerPersonHint}
      optional
      error={formState.errors.maxPerPerson?.message}
    >
      <Controller
        name="maxPerPerson"
        control={control}
        render={({ field }) => <NumberInput width="140px" {...field} />}
      />
    </Field>
  )
}
