import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { useRead } from '../../../client/useOperation'
import { Button, IconButton } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { DateTimeField } from '../../../ui/form/DateTimeField'
import { Field, Fields } from '../../../ui/form/Field'
import { NumberInput, YenInput } from '../../../ui/form/NumberInput'
import { Checkbox } from '../../../ui/form/Switch'
import type { ZodForm } from '../../../ui/form/state/useZodForm'
import { Select, TextArea, TextInput } from '../../../ui/form/TextInput'
import { PlusIcon, TrashIcon } from '../../../ui/look/icons'
import { deliveries, isPickedUpBy, isSentBy, mostWindows, windowAudiences } from '../../eventGoods/eventGoods'
import { events } from '../../events/contract'
import { plans } from '../../plans/contract'
import { goodsNameLength, goodsTextLength } from '../contract'
import { FileFields } from '../form/FileFields'
import { PictureFields } from '../form/PictureFields'
import { VariationGrid } from '../form/VariationGrid'
import type { GoodsValues } from '../form/values'
import { salesTypes } from '../goods'
import { GoodsWords, useGoodsWords } from '../words'
import { type EventGoodsValues, goodsTypeOf, type WindowValues } from './values'
import { useEventGoodsWords } from './words'

type Props = {
  form: ZodForm<EventGoodsValues>
  tenantId: string
  brands: readonly { brandId: string; name: string }[]
  /** Of what is sold already the brand stays. */
  isNew: boolean
  onUpload: (busy: boolean) => void
}
const said = (message: string | undefined) => (message ? { error: message } : {})

export const EventGoodsForm = (props: Props) => (
  <GoodsWords>
    <Form {...props} />
  </GoodsWords>
)

const Form = ({ form, tenantId, brands, isNew, onUpload }: Props) => {
  const { form: words, deliveries: deliveryNames } = useEventGoodsWords()
  const { salesTypes: salesNames } = useGoodsWords()
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()
  const ids = { tenantId, brandId: values.homeBrandId }
  // The pieces of the shop's own form look at what all goods say, and these do.
  const asGoods = form as unknown as ZodForm<GoodsValues>
  const known = useRead(events.getEvents, { ...ids, pagination: { limit: 100, offset: 0 } }).data?.events ?? []
  return (
    <>
      <Card title={words.about}>
        <Fields>
          <Field label={words.home} hint={words.homeHint} {...said(errors.homeBrandId?.message)}>
            <Select
              {...register('homeBrandId')}
              disabled={!isNew}
              options={brands.map(({ brandId, name }) => ({ value: brandId, label: name }))}
            />
          </Field>
          <Field label={words.event} optional {...said(errors.eventId?.message)}>
            <Select
              {...register('eventId')}
              options={[
                { value: '', label: words.noEvent },
                ...known.map(({ eventId, title }) => ({ value: eventId, label: title || eventId })),
                // One of another brand's is shown as it is.
                ...(values.eventId !== '' && !known.some(({ eventId }) => eventId === values.eventId)
                  ? [{ value: values.eventId, label: values.eventId }]
                  : []),
              ]}
            />
          </Field>
          <Field label={words.name} required max={goodsNameLength} value={values.name} {...said(errors.name?.message)}>
            <TextInput {...register('name')} />
          </Field>
          <Field label={words.price} hint={words.priceHint} required {...said(errors.price?.message)}>
            <Controller name="price" control={control} render={({ field }) => <YenInput {...field} />} />
          </Field>
          <Field
            label={words.description}
            optional
            max={goodsTextLength}
            value={values.description}
            {...said(errors.description?.message)}
          >
            <TextArea rows={5} {...register('description')} />
          </Field>
        </Fields>
      </Card>
      <PictureFields form={asGoods} ids={ids} onUpload={onUpload} />
      <VariationGrid form={asGoods} />
      <Card title={words.delivery}>
        <Fields>
          <Field label={words.delivery}>
            <Select
              {...register('delivery', { onChange: () => form.setValue('goodsType', goodsTypeOf(form.getValues())) })}
              // What is sold as a file stays one, and what has pieces keeps them.
              options={deliveries
                .filter((value) => isNew || (value === 'digital') === (values.goodsType === 'digitalGoods'))
                .map((value) => ({ value, label: deliveryNames[value] }))}
            />
          </Field>
          {isSentBy(values.delivery) && (
            <>
              <Field label={words.shippingFee} required {...said(errors.shippingFee?.message)}>
                <Controller name="shippingFee" control={control} render={({ field }) => <YenInput {...field} />} />
              </Field>
              <Field label={words.shippingTime} required {...said(errors.shippingTimeText?.message)}>
                <TextInput {...register('shippingTimeText')} maxLength={200} />
              </Field>
            </>
          )}
          {isPickedUpBy(values.delivery) && (
            <>
              <Field label={words.venue} hint={words.venueHint} required {...said(errors.pickUp?.venueName?.message)}>
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
          <Field label={words.salesType}>
            <Select
              {...register('salesType')}
              options={salesTypes.map((value) => ({ value, label: salesNames[value] }))}
            />
          </Field>
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
    </>
  )
}

const Sum = ({ text, error }: { text: string; error?: string }) => (
  <chakra.p fontSize="14px" fontWeight="semibold" {...(error && { role: 'alert', color: 'bad' })}>
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
              {...said(errors?.[n]?.from?.message)}
            />
            <DateTimeField
              label={words.to(n + 1)}
              required
              value={hours[n]?.to ?? null}
              onChange={(to) => change(n, { to })}
              {...said(errors?.[n]?.to?.message)}
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
  const known = useRead(plans.getPlans, ids).data?.plans ?? []
  const write = (next: WindowValues[]) => form.setValue('windows', next, { shouldDirty: true, shouldTouch: true })
  const change = (n: number, changes: Partial<WindowValues>) =>
    write(windows.map((one, place) => (place === n ? { ...one, ...changes } : one)))
  const offered = known.filter(({ status }) => status === 'active' || status === 'scheduledToBeArchived')
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
                <Field group label={words.plans} {...said(errors?.[n]?.planIds?.message)}>
                  {offered.map(({ planId, name }) => (
                    <Checkbox
                      key={planId}
                      label={name}
                      checked={one.planIds.includes(planId)}
                      onChange={(event) =>
                        change(n, {
                          planIds: event.currentTarget.checked
                            ? [...one.planIds, planId]
                            : one.planIds.filter((each) => each !== planId),
                        })
                      }
                    />
                  ))}
                </Field>
              )}
              <Two>
                <DateTimeField
                  label={words.start(n + 1)}
                  required
                  value={one.startAt}
                  onChange={(startAt) => change(n, { startAt })}
                  {...said(errors?.[n]?.startAt?.message)}
                />
                <DateTimeField
                  label={words.end(n + 1)}
                  required
                  value={one.endAt}
                  onChange={(endAt) => change(n, { endAt })}
                  {...said(errors?.[n]?.endAt?.message)}
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
