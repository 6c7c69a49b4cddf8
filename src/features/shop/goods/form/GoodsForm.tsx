import dynamic from 'next/dynamic'
import { Controller } from 'react-hook-form'
import { routes } from '#client/routes.ts'
import { useOfferedPlans } from '#membership/plans/useOfferedPlans.ts'
import { Card } from '#ui/Card.tsx'
import { Choices } from '#ui/form/Choices.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { YenInput } from '#ui/form/NumberInput.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { Link } from '#ui/Link.tsx'
import { goodsAudiences, goodsTypes } from '../goods'
import { useGoodsWords } from '../words'
import {
  DescriptionField,
  EnglishField,
  MaxPerPersonField,
  NameField,
  PriceField,
  ReducedTaxField,
  SalesTypeField,
} from './CommonFields'
import { PictureFields } from './PictureFields'
import { VariationGrid } from './VariationGrid'
import type { GoodsValues } from './values'

const FileFields = dynamic(() => import('./FileFields').then((m) => m.FileFields), { ssr: false })

type Props = {
  form: ZodForm<GoodsValues>
  ids: { tenantId: string; brandId: string }
  isNew: boolean
  onUpload: (busy: boolean) => void
}

export const GoodsForm = ({ form, ids, isNew, onUpload }: Props) => {
  const { form: words, types, audiences } = useGoodsWords()
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()
  return (
    <>
      <Card title={words.about}>
        <Fields>
          <NameField form={form} />
          <Field label={words.goodsType} {...(isNew && { hint: words.goodsTypeHint })}>
            <Select
              {...register('goodsType')}
              disabled={!isNew}
              options={goodsTypes.map((value) => ({ value, label: types[value] }))}
            />
          </Field>
          <PriceField form={form} />
          <ReducedTaxField form={form} />
          <DescriptionField form={form} />
          <EnglishField form={form} />
        </Fields>
      </Card>
      <PictureFields form={form} ids={ids} onUpload={onUpload} />
      {values.goodsType === 'digitalGoods' && <FileFields form={form} ids={ids} onUpload={onUpload} />}
      <VariationGrid form={form} />
      <Card title={words.selling}>
        <Fields>
          <SalesTypeField form={form} />
          <Controller
            name="saleStartDateTime"
            control={control}
            render={({ field }) => (
              <DateTimeField
                label={words.start}
                required
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.saleStartDateTime?.message}
              />
            )}
          />
          <Controller
            name="saleEndDateTime"
            control={control}
            render={({ field }) => (
              <DateTimeField
                label={words.end}
                {...(values.salesType === 'builtToOrder'
                  ? { hint: words.endOfOrdersHint, required: true }
                  : { hint: words.endHint, optional: true })}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={errors.saleEndDateTime?.message}
              />
            )}
          />
          <Field label={words.audience}>
            <Select
              {...register('audience')}
              options={goodsAudiences.map((value) => ({ value, label: audiences[value] }))}
            />
          </Field>
          {values.audience === 'plans' && <PlanChoice form={form} ids={ids} />}
          <MaxPerPersonField form={form} />
        </Fields>
      </Card>
      {values.goodsType === 'physicalGoods' && (
        <Card title={words.shipping}>
          <Fields>
            <Field label={words.shippingFee} hint={words.shippingFeeHint} required error={errors.shippingFee?.message}>
              <Controller name="shippingFee" control={control} render={({ field }) => <YenInput {...field} />} />
            </Field>
            <Field
              label={words.shippingTime}
              hint={words.shippingTimeHint}
              required={values.visibility === 'visible' || words.forPublishing}
              max={200}
              value={values.shippingTimeText}
              error={errors.shippingTimeText?.message}
            >
              <TextInput {...register('shippingTimeText')} />
            </Field>
          </Fields>
        </Card>
      )}
    </>
  )
}

const PlanChoice = ({ form, ids }: Pick<Props, 'form' | 'ids'>) => {
  const { form: words } = useGoodsWords()
  const { planIds } = form.watch()
  const offered = useOfferedPlans(ids, planIds)
  return (
    <Choices
      label={words.plans}
      options={offered?.map(({ planId, name }) => ({ value: planId, label: name })) ?? []}
      chosen={planIds}
      onChange={(next) => form.setValue('planIds', next, { shouldDirty: true, shouldTouch: true })}
      error={form.formState.errors.planIds?.message}
      none={
        offered && (
          <p>
            {words.noPlans} <Link href={routes.plans(ids)}>{words.plans}</Link>
          </p>
        )
      }
    />
  )
}
