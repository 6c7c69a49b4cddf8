import { chakra } from '@chakra-ui/react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useRead } from '#client/useOperation.ts'
import { Card } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { YenInput } from '#ui/form/NumberInput.tsx'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { UrlListField } from '#ui/form/UrlListField.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { useDebounced } from '#ui/useDebounced.ts'
import { slugProblem } from '../../brands/brand'
import { tenantNameLength } from '../../tenants/contract'
import { type ApplicationForm, categories } from '../application'
import { applications } from '../contract'
import { useApplicationWords } from '../words'

type Props = { form: UseFormReturn<ApplicationForm>; applicationId: string | undefined }

export const ClubFields = ({ form, applicationId }: Props) => {
  const { form: words, category } = useApplicationWords()
  const { register, control, watch, setValue, formState } = form
  const { errors } = formState
  return (
    <Card title={words.clubTitle} lead={words.clubLead}>
      <Fields>
        <Field
          label={words.tenantName}
          hint={words.tenantNameHint}
          required
          max={tenantNameLength}
          value={watch('tenantName')}
          error={errors.tenantName?.message}
        >
          <TextInput {...register('tenantName')} />
        </Field>
        <Field
          label={words.brandName}
          hint={words.brandNameHint}
          required
          max={50}
          value={watch('brandName')}
          error={errors.brandName?.message}
        >
          <TextInput {...register('brandName')} />
        </Field>
        <SlugField form={form} at={0} applicationId={applicationId} />
        <SlugField form={form} at={1} applicationId={applicationId} />
        <Field label={words.category}>
          <Select
            w="260px"
            {...register('category')}
            options={categories.map((value) => ({ value, label: category[value] }))}
          />
        </Field>
        <Field
          label={words.description}
          hint={words.descriptionHint}
          required
          max={1000}
          value={watch('description')}
          error={errors.description?.message}
        >
          <TextArea rows={5} {...register('description')} />
        </Field>
        <UrlListField
          label={words.snsUrls}
          hint={words.snsUrlsHint}
          max={5}
          values={watch('snsUrls')}
          onChange={(urls) => setValue('snsUrls', urls, { shouldDirty: true })}
          errorAt={(i) => errors.snsUrls?.[i]?.message}
          words={{ item: words.snsUrl, add: words.addUrl, remove: words.removeUrl }}
        />
        <Field label={words.price} hint={words.priceHint} optional error={errors.expectedPlanPrice?.message}>
          <Controller name="expectedPlanPrice" control={control} render={({ field }) => <YenInput {...field} />} />
        </Field>
      </Fields>
    </Card>
  )
}

/** Says while it is typed whether the address is still free. */
const SlugField = ({ form, at, applicationId }: Props & { at: 0 | 1 }) => {
  const { form: words } = useApplicationWords()
  const slug = form.watch(`slugChoices.${at}`)
  const asked = useDebounced(slug)
  // No message before typing has finished.
  const problem = slug === '' || asked !== slug ? null : slugProblem(slug)
  const check = useRead(
    applications.checkBrandSlug,
    asked !== '' && slugProblem(asked) === null ? { slug: asked, ...(applicationId && { applicationId }) } : null,
  )
  const status = problem ?? (slug !== '' && check.data && asked === slug && !check.isStale ? check.data.status : null)
  const error = form.formState.errors.slugChoices?.[at]?.message
  const isFree = status === 'available'
  return (
    <Field
      label={words.slug(at + 1)}
      required
      hint={words.slugHint}
      error={error ?? (status && !isFree ? words.slugStatus[status] : undefined)}
    >
      <chakra.div display="flex" alignItems="center" gap={2} flexWrap="wrap">
        <chakra.span color="muted" fontSize="0.875rem">
          /fc/
        </chakra.span>
        <chakra.span w="240px" maxW="100%">
          <TextInput
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.register(`slugChoices.${at}`, { setValueAs: (value: string) => value.trim().toLowerCase() })}
          />
        </chakra.span>
        <chakra.span
          role="status"
          color="ok"
          fontSize="sm"
          fontWeight="semibold"
          display="inline-flex"
          alignItems="center"
          gap={1}
        >
          {isFree && !error && (
            <>
              <CheckIcon size={15} />
              {words.slugStatus.available}
            </>
          )}
        </chakra.span>
      </chakra.div>
    </Field>
  )
}
