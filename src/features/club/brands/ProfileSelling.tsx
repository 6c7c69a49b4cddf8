import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useRead } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { NumberInput, YenInput } from '#ui/form/NumberInput.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useUiWords } from '#ui/words.tsx'
import { brandProfileFields, brands, legalNoticeLength } from './contract'
import type { ProfileValues } from './read'
import { useBrandWords } from './words'

const commentPolicies = brandProfileFields.commentPolicy.unwrap().options
const commentAudiences = brandProfileFields.commentAudience.unwrap().options

type BrandIds = { tenantId: string; brandId: string }

/** Values that the selling and comment rules read. */
export const ProfileSelling = ({ ids, form }: { ids: BrandIds; form: ZodForm<ProfileValues> }) => {
  const { selling: words } = useBrandWords()
  const [isFilling, setFilling] = useState(false)
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()
  return (
    <Card title={words.title} lead={words.lead}>
      <Fields>
        {values.legalNotice.trim() === '' && <Notice tone="warn">{words.cannotSell}</Notice>}
        <Field
          label={words.legalNotice}
          anchor="legalNotice"
          hint={words.legalNoticeHint}
          required={words.forSelling}
          max={legalNoticeLength}
          value={values.legalNotice}
          error={errors.legalNotice?.message}
        >
          <TextArea rows={6} {...register('legalNotice')} />
        </Field>
        <div>
          <Button size="s" onClick={() => setFilling(true)}>
            {words.fillIn}
          </Button>
        </div>
        <Field
          label={words.invoiceNumber}
          anchor="invoiceNumber"
          hint={words.invoiceNumberHint}
          optional
          error={errors.invoiceNumber?.message}
        >
          <TextInput maxW="240px" autoComplete="off" placeholder="T1234567890123" {...register('invoiceNumber')} />
        </Field>
        <Field label={words.graceDays} anchor="graceDays" hint={words.graceDaysHint} error={errors.graceDays?.message}>
          <Controller
            name="graceDays"
            control={control}
            render={({ field }) => <NumberInput {...field} width="120px" after={words.days} />}
          />
        </Field>
        <Field
          label={words.freeShippingOver}
          anchor="freeShippingOver"
          hint={words.freeShippingOverHint}
          optional
          error={errors.freeShippingOver?.message}
        >
          <Controller
            name="freeShippingOver"
            control={control}
            render={({ field }) => <YenInput {...field} width="180px" />}
          />
        </Field>
        <Switch
          label={words.needsActivePlan}
          hint={words.needsActivePlanHint}
          {...register('backNumberNeedsActivePlan')}
        />
        <Field label={words.comments} anchor="commentPolicy" hint={words.commentsHint}>
          <Select
            {...register('commentPolicy')}
            options={commentPolicies.map((value) => ({ value, label: words.policies[value] }))}
          />
        </Field>
        {values.commentPolicy !== 'disabled' && (
          <Field label={words.audience}>
            <Select
              {...register('commentAudience')}
              options={commentAudiences.map((value) => ({ value, label: words.audiences[value] }))}
            />
          </Field>
        )}
      </Fields>
      {isFilling && (
        <FillInDialog
          ids={ids}
          isReplacing={values.legalNotice.trim() !== ''}
          onClose={() => setFilling(false)}
          onFilled={(notice) => form.setValue('legalNotice', notice, { shouldDirty: true, shouldTouch: true })}
        />
      )}
    </Card>
  )
}

type FillInProps = { ids: BrandIds; isReplacing: boolean; onClose: () => void; onFilled: (notice: string) => void }

/** The notice that would be put in, to be read first. */
const FillInDialog = ({ ids, isReplacing, onClose, onFilled }: FillInProps) => {
  const { selling: words } = useBrandWords()
  const { cancel } = useUiWords()
  const { data, failed } = useRead(brands.getLegalNoticeTemplate, ids)
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.fillInTitle}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            look="primary"
            disabled={!data}
            onClick={() => {
              if (data) onFilled(data.notice)
              onClose()
            }}
          >
            {words.fillInConfirm}
          </Button>
        </>
      }
    >
      {failed ? (
        <FailedState {...failed} />
      ) : !data ? (
        <SkeletonText lines={8} />
      ) : (
        <chakra.div display="grid" gap={4} fontSize="0.875rem">
          <p>{words.fillInText}</p>
          {data.isFilledIn ? data.isPerson && <p>{words.fillInPerson}</p> : <p>{words.fillInWithout}</p>}
          <chakra.div
            role="group"
            aria-label={words.legalNotice}
            // The dialog scrolls on a phone: the keys reach what it scrolls.
            tabIndex={0}
            px={4}
            py={3}
            bg="sunken"
            borderRadius="m"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            data-testid="legal-notice-template"
          >
            {data.notice}
          </chakra.div>
          {isReplacing && <p>{words.fillInReplaces}</p>}
        </chakra.div>
      )}
    </Dialog>
  )
}

/** Labels and display of these fields in the conflict dialog. */
export const useSellingFields = () => {
  const { selling: words } = useBrandWords()
  return {
    legalNotice: { label: words.legalNotice },
    invoiceNumber: { label: words.invoiceNumber },
    graceDays: {
      label: words.graceDays,
      show: (days: number | null) => (days === null ? '' : `${days}${words.days}`),
    },
    freeShippingOver: {
      label: words.freeShippingOver,
      show: (amount: number | null) => (amount === null ? '' : yenText(amount)),
    },
    backNumberNeedsActivePlan: {
      label: words.needsActivePlan,
      show: (needs: boolean) => (needs ? words.on : words.off),
    },
    commentPolicy: {
      label: words.comments,
      show: (policy: ProfileValues['commentPolicy']) => words.policies[policy],
    },
    commentAudience: {
      label: words.audience,
      show: (audience: ProfileValues['commentAudience']) => words.audiences[audience],
    },
  }
}
