import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { useRead } from '#client/useOperation.ts'
import { useOfferedPlans } from '#membership/plans/useOfferedPlans.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Choices } from '#ui/form/Choices.tsx'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { NumberInput, YenInput } from '#ui/form/NumberInput.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { PlusIcon, TrashIcon } from '#ui/look/icons.tsx'
import {
  DescriptionField,
  EnglishField,
  MaxPerPersonField,
  NameField,
  PriceField,
  ReducedTaxField,
  SalesTypeField,
} from '../../goods/form/CommonFields'
import { PictureFields } from '../../goods/form/PictureFields'
import { VariationGrid } from '../../goods/form/VariationGrid'
import type { GoodsValues } from '../../goods/form/values'
import { GoodsWords } from '../../goods/words'
import { eventGoods } from '../contract'
import { deliveries, isPickedUpBy, isSentBy } from '../eventGoods'
import { mostWindows, windowAudiences } from '../windows'
import { eventOptions } from './lines'
import { type EventGoodsValues, goodsTypeOf, type WindowValues } from './values'
import { useEventGoodsWords } from './words'

const FileFields = dynamic(() => import('../../goods/form/FileFields').then((m) => m.FileFields), { ssr: false })

type Props = {
  form: ZodForm<EventGoodsValues>
  tenantId: string
  brands: readonly { brandId: string; name: string }[]
  /** Events that the draft refers to, including those of brands that the writer does not work for. */
  events: readonly { eventId: string; title: string }[]
  /** False for existing goods, whose home brand cannot change. */
  isNew: boolean
  onUpload: (busy: boolean) => void
}

export const EventGoodsForm = (props: Props) => (
  <GoodsWords>
    <Form {...props} />
  </GoodsWords>
)

const Form = ({ form, tenantId, brands, events: named, isNew, onUpload }: Props) => {
  const { form: words, deliveries: deliveryNames } = useEventGoodsWords()
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()
  const ids = { tenantId, brandId: values.homeBrandId }
  // The shop form's components only use the fields of all goods, which these values contain.
  const asGoods = form as unknown as ZodForm<GoodsValues>
  const offered = useRead(eventGoods.getEventChoices, { tenantId }).data?.events ?? []
  const brandIds = [values.homeBrandId, ...brands.map(({ brandId }) => brandId)]
  return (
    <>
      <Card title={words.about}>
        <Fields>
          <Field label={words.home} hint={words.homeHint} error={errors.homeBrandId?.message}>
            <Select
              {...register('homeBrandId')}
              disabled={!isNew}
              options={brands.map(({ brandId, name }) => ({ value: brandId, label: name }))}
            />
          </Field>
          <Field label={words.event} optional error={errors.eventId?.message}>
            <Select
              {...register('eventId')}
              options={[
                { value: '', label: words.noEvent },
                ...eventOptions(offered, named, values.eventId, brandIds).map(({ eventId, title, brandName }) => ({
                  value: eventId,
                  label: [title || eventId, brands.length > 1 ? brandName : ''].filter(Boolean).join(' · '),
                })),
              ]}
            />
          </Field>
          <NameField form={asGoods} />
          <PriceField form={asGoods} />
          <ReducedTaxField form={asGoods} />
          <DescriptionField form={asGoods} />
          <EnglishField form={asGoods} />
        </Fields>
      </Card>
      <PictureFields form={asGoods} ids={ids} onUpload={onUpload} />
      <VariationGrid form={asGoods} />
      <Card title={words.delivery}>
        <Fields>
          <Field label={words.delivery}>
            <Select
              {...register('delivery', { onChange: () => form.setValue('goodsType', goodsTypeOf(form.getValues())) })}
              // Existing goods cannot switch between files and pieces.
              options={deliveries
                .filter((value) => isNew || (value === 'digital') === (values.goodsType === 'digitalGoods'))
                .map((value) => ({ value, label: deliveryNames[value] }))}
            />
          </Field>
          {isSentBy(values.delivery) && (
            <>
              <Field label={words.shippingFee} required error={errors.shippingFee?.message}>
                <Controller name="shippingFee" control={control} render={({ field }) => <YenInput {...field} />} />
              </Field>
              <Field label={words.shippingTime} required error={errors.shippingTimeText?.message}>
                <TextInput {...register('shippingTimeText')} maxLength={200} />
              </Field>
            </>
          )}
          {isPickedUpBy(values.delivery) && (
            <>
              <Field label={words.venue} hint={words.venueHint} required error={errors.pickUp?.venueName?.message}>
                <TextInput {...register('pickUp.venueName')} maxLength={100} />
              </Field>
              <Hours form={form} />
            </>
          )}
        </Fields>
      </Card>
      {values.delivery === 'digital' && <FileFields form={asGoods} ids={ids} onUpload={onUpload} />}
      <Windows form={form} ids={ids} />
      <Card title={words.shares} lead={words.sharesHint}>
        <Fields>
          {brands.map(({ brandId, name }) => {
            const n = values.shares.findIndex((one) => one.brandId === brandId)
            return n < 0 ? null : (
              <Field key={brandId} label={words.share(name)}>
                <Controller
                  name={`shares.${n}.percent`}
                  control={control}
                  render={({ field }) => <NumberInput width="140px" after="%" {...field} />}
                />
              </Field>
            )
          })}
          <Sum
            text={words.sharesSum(
              String(Math.round(values.shares.reduce((sum, { percent }) => sum + (percent ?? 0), 0) * 100) / 100),
            )}
            {...(typeof errors.shares?.message === 'string' && { error: errors.shares.message })}
          />
        </Fields>
      </Card>
      <Card title={words.salesType}>
        <Fields>
          <SalesTypeField form={asGoods} />
          <MaxPerPersonField form={asGoods} />
        </Fields>
      </Card>
    </>
  )
}

const Sum = ({ text, error }: { text: string; error?: string }) => (
  <chakra.p fontSize="0.875rem" fontWeight="semibold" {...(error && { role: 'alert', color: 'bad' })}>
    {error ? `${text} ${error}` : text}
  </chakra.p>
)

const Group = ({ title, remove, children }: { title?: string; remove?: ReactNode; children: ReactNode }) => (
  <chakra.div
    display="grid"
    gap={4}
    pb={4}
    borderBottomWidth="1px"
    borderColor="border"
    role="group"
    {...(title && { 'aria-label': title })}
  >
    {(title || remove) && (
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" minH="40px">
        <chakra.span fontWeight="semibold">{title}</chakra.span>
        {remove}
      </chakra.div>
    )}
    {children}
  </chakra.div>
)
const Two = chakra('div', {
  base: {
    display: 'grid',
    gap: 4,
    alignItems: 'start',
    gridTemplateColumns: { base: '1fr', xl: 'repeat(2, minmax(0, 1fr))' },
  },
})

const Hours = ({ form }: { form: ZodForm<EventGoodsValues> }) => {
  const { form: words } = useEventGoodsWords()
  const hours = form.watch('pickUp.windows')
  const errors = form.formState.errors.pickUp?.windows
  const write = (next: EventGoodsValues['pickUp']['windows']) =>
    form.setValue('pickUp.windows', next, { shouldDirty: true, shouldTouch: true })
  const change = (n: number, changes: { from?: number | null; to?: number | null }) =>
    write(hours.map((one, place) => (place === n ? { ...one, ...changes } : one)))
  return (
    <>
      {[...hours.keys()].map((n) => (
        <Group
          key={n}
          {...(hours.length > 1 && {
            remove: (
              <IconButton
                label={words.removePickUp(n + 1)}
                onClick={() => write(hours.filter((_, place) => place !== n))}
              >
                <TrashIcon size={16} />
              </IconButton>
            ),
          })}
        >
          <Two>
            <DateTimeField
              label={words.from(n + 1)}
              required
              value={hours[n]?.from ?? null}
              onChange={(from) => change(n, { from })}
              error={errors?.[n]?.from?.message}
            />
            <DateTimeField
              label={words.to(n + 1)}
              required
              value={hours[n]?.to ?? null}
              onChange={(to) => change(n, { to })}
              error={errors?.[n]?.to?.message}
            />
          </Two>
        </Group>
      ))}
      {typeof errors?.message === 'string' && (
        <chakra.p role="alert" color="bad" fontSize="sm">
          {errors.message}
        </chakra.p>
      )}
      {hours.length < mostWindows && (
        <chakra.div>
          <Button size="s" onClick={() => write([...hours, { from: null, to: null }])}>
            <PlusIcon size={14} />
            {words.addPickUp}
          </Button>
        </chakra.div>
      )}
    </>
  )
}

const Windows = ({ form, ids }: { form: ZodForm<EventGoodsValues>; ids: { tenantId: string; brandId: string } }) => {
  const { form: words, audiences } = useEventGoodsWords()
  const windows = form.watch('windows')
  const errors = form.formState.errors.windows
  const write = (next: WindowValues[]) => form.setValue('windows', next, { shouldDirty: true, shouldTouch: true })
  const change = (n: number, changes: Partial<WindowValues>) =>
    write(windows.map((one, place) => (place === n ? { ...one, ...changes } : one)))
  const chosen = windows.flatMap(({ planIds }) => planIds)
  const offered = useOfferedPlans(ids, chosen) ?? []
  return (
    <Card title={words.windows} lead={words.windowsHint}>
      <Fields>
        {[...windows.keys()].map((n) => {
          const one = windows[n]
          if (!one) return null
          return (
            <Group
              key={n}
              title={words.window(n + 1)}
              {...(windows.length > 1 && {
                remove: (
                  <IconButton
                    label={words.removeWindow(n + 1)}
                    onClick={() => write(windows.filter((_, place) => place !== n))}
                  >
                    <TrashIcon size={16} />
                  </IconButton>
                ),
              })}
            >
              <Field label={words.audience(n + 1)}>
                <Select
                  value={one.audience}
                  onChange={(event) => {
                    const audience = windowAudiences.find((each) => each === event.currentTarget.value)
                    if (audience) change(n, { audience })
                  }}
                  options={windowAudiences.map((value) => ({ value, label: audiences[value] }))}
                />
              </Field>
              {one.audience === 'plans' && (
                <Choices
                  label={words.plans}
                  options={offered.map(({ planId, name }) => ({ value: planId, label: name }))}
                  chosen={one.planIds}
                  onChange={(planIds) => change(n, { planIds })}
                  error={errors?.[n]?.planIds?.message}
                />
              )}
              <Two>
                <DateTimeField
                  label={words.start(n + 1)}
                  required
                  value={one.startAt}
                  onChange={(startAt) => change(n, { startAt })}
                  error={errors?.[n]?.startAt?.message}
                />
                <DateTimeField
                  label={words.end(n + 1)}
                  required
                  value={one.endAt}
                  onChange={(endAt) => change(n, { endAt })}
                  error={errors?.[n]?.endAt?.message}
                />
              </Two>
            </Group>
          )
        })}
        {typeof errors?.message === 'string' && (
          <chakra.p role="alert" color="bad" fontSize="sm">
            {errors.message}
          </chakra.p>
        )}
        {windows.length < mostWindows && (
          <chakra.div>
            <Button
              size="s"
              onClick={() => write([...windows, { audience: 'public', planIds: [], startAt: null, endAt: null }])}
            >
              <PlusIcon size={14} />
              {words.addWindow}
            </Button>
          </chakra.div>
        )}
      </Fields>
    </Card>
  )
}
