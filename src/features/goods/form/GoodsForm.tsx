import dynamic from 'next/dynamic'
import { Controller } from 'react-hook-form'
import { routes } from '../../../client/routes'
import { useRead } from '../../../client/useOperation'
import { Card } from '../../../ui/Card'
import { DateTimeField } from '../../../ui/form/DateTimeField'
import { Field, Fields } from '../../../ui/form/Field'
import { NumberInput, YenInput } from '../../../ui/form/NumberInput'
import { Checkbox } from '../../../ui/form/Switch'
import type { ZodForm } from '../../../ui/form/state/useZodForm'
import { Select, TextArea, TextInput } from '../../../ui/form/TextInput'
import { Link } from '../../../ui/Link'
import { plans } from '../../plans/contract'
import { goodsNameLength, goodsTextLength } from '../contract'
import { goodsAudiences, goodsTypes, salesTypes } from '../goods'
import { useGoodsWords } from '../words'
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

const said = (message: string | undefined) => (message ? { error: message } : {})

export const GoodsForm = ({ form, ids, isNew, onUpload }: Props) => {
  const { form: words, types, salesTypes: salesNames, audiences } = useGoodsWords()
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()
  return (
    <>
      <Card title={words.about}>
        <Fields>
          <Field label={words.name} required max={goodsNameLength} value={values.name} {...said(errors.name?.message)}>
            <TextInput {...register('name')} />
          </Field>
          <Field label={words.goodsType} {...(isNew && { hint: words.goodsTypeHint })}>
            <Select
              {...register('goodsType')}
              disabled={!isNew}
              options={goodsTypes.map((value) => ({ value, label: types[value] }))}
            />
          </Field>
          <Field label={words.price} hint={words.priceHint} required {...said(errors.price?.message)}>
            <Controller name="price" control={control} render={({ field }) => <YenInput {...field} />} />
          </Field>
          <Field
            label={words.description}
            hint={words.descriptionHint}
            optional
            max={goodsTextLength}
            value={values.description}
            {...said(errors.description?.message)}
          >
            <TextArea rows={6} {...register('description')} />
          </Field>
        </Fields>
      </Card>
      <PictureFields form={form} ids={ids} onUpload={onUpload} />
      {values.goodsType === 'digitalGoods' && <FileFields form={form} ids={ids} onUpload={onUpload} />}
      <VariationGrid form={form} />
      <Card title={words.selling}>
        <Fields>
          <Field label={words.salesType}>
            <Select
              {...register('salesType')}
              options={salesTypes.map((value) => ({ value, label: salesNames[value] }))}
            />
          </Field>
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
                {...said(errors.saleStartDateTime?.message)}
              />
            )}
          />
          <Controller
            name="saleEndDateTime"
            control={control}
            render={({ field }) => (
              <DateTimeField
                label={words.end}
                hint={words.endHint}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                {...said(errors.saleEndDateTime?.message)}
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
          <Field
            label={words.maxPerPerson}
            hint={words.maxPerPersonHint}
            optional
            {...said(errors.maxPerPerson?.message)}
          >
            <Controller
              name="maxPerPerson"
              control={control}
              render={({ field }) => <NumberInput width="140px" {...field} />}
            />
          </Field>
        </Fields>
      </Card>
      {values.goodsType === 'physicalGoods' && (
        <Card title={words.shipping}>
          <Fields>
            <Field
              label={words.shippingFee}
              hint={words.shippingFeeHint}
              required
              {...said(errors.shippingFee?.message)}
            >
              <Controller name="shippingFee" control={control} render={({ field }) => <YenInput {...field} />} />
            </Field>
            <Field
              label={words.shippingTime}
              hint={words.shippingTimeHint}
              max={200}
              value={values.shippingTimeText}
              {...said(errors.shippingTimeText?.message)}
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
  const known = useRead(plans.getPlans, ids).data?.plans
  const offered = (known ?? []).filter(
    ({ planId, status }) => status === 'active' || status === 'scheduledToBeArchived' || planIds.includes(planId),
  )
  const choose = (planId: string, on: boolean) =>
    form.setValue('planIds', on ? [...planIds, planId] : planIds.filter((one) => one !== planId), {
      shouldDirty: true,
      shouldTouch: true,
    })
  return (
    <Field group label={words.plans} {...said(form.formState.errors.planIds?.message)}>
      {known && offered.length === 0 && (
        <p>
          {words.noPlans} <Link href={routes.plans(ids)}>{words.plans}</Link>
        </p>
      )}
      {offered.map(({ planId, name }) => (
        <Checkbox
          key={planId}
          label={name}
          checked={planIds.includes(planId)}
          onChange={(event) => choose(planId, event.currentTarget.checked)}
        />
      ))}
    </Field>
  )
}
