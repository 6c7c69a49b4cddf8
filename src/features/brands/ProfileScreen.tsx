import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { routes, useRouteIds } from '../../client/routes'
import { useRead, useWrite } from '../../client/useOperation'
import { useUpload } from '../../client/useUpload'
import type { ResultOf } from '../../kit/contract'
import { LinkButton } from '../../ui/Button'
import { Card, Notice } from '../../ui/Card'
import { Field, Fields } from '../../ui/form/Field'
import { ImageField } from '../../ui/form/ImageField'
import { SaveBar } from '../../ui/form/SaveBar'
import { TextArea, TextInput } from '../../ui/form/TextInput'
import { UrlListField } from '../../ui/form/UrlListField'
import { useGround } from '../../ui/form/useGround'
import { useZodForm } from '../../ui/form/useZodForm'
import { ExternalIcon } from '../../ui/look/icons'
import { ConflictDialog } from '../../ui/overlay/ConflictDialog'
import { toast } from '../../ui/overlay/Toaster'
import { Columns, Page } from '../../ui/page/Page'
import { PendingPage } from '../../ui/page/PendingPage'
import { useAttempt } from '../../ui/useAttempt'
import { useTenantUser } from '../identity/session'
import { uploads } from '../uploads/contract'
import { brandDescriptionLength, brandLinksCount, brandNameLength, brandProfileFields, brands } from './contract'
import { ProfilePreview } from './ProfilePreview'
import { BrandWords, useBrandWords } from './words'

export const ProfileScreen = () => (
  <BrandWords>
    <LoadedProfile />
  </BrandWords>
)

type Profile = ResultOf<typeof brands.getBrandProfile>
export type ProfileValues = Required<
  Pick<Profile, 'name' | 'brandThumbnail' | 'brandIcon' | 'description' | 'accentColor' | 'links'>
>

const LoadedProfile = () => {
  const { profile: words } = useBrandWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const read = useRead(brands.getBrandProfile, ids)
  if (!read.data) return <PendingPage title={words.title} lead={words.lead} failed={read.failed} />
  return <ProfileForm key={read.data.brandId} profile={read.data} reload={read.reload} />
}

const valuesOf = ({ name, brandThumbnail, brandIcon, description, accentColor, links }: Profile): ProfileValues => ({
  name,
  brandThumbnail,
  brandIcon,
  description,
  accentColor,
  links,
})

type FormProps = { profile: Profile; reload: () => void }

const ProfileForm = ({ profile, reload }: FormProps) => {
  const { profile: words } = useBrandWords()
  const { refresh } = useTenantUser()
  const attempt = useAttempt()
  const { tenantId, brandId, brandSlug } = profile
  const ids = { tenantId, brandId }
  const form = useZodForm<ProfileValues>({ schema: z.object(brandProfileFields), values: valuesOf(profile) })
  const update = useWrite(brands.updateBrandProfile, { refresh: [brands.getBrandProfile, brands.getBrandActivity] })
  const upload = useUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  const [isStale, setStale] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const { register, control, watch, formState } = form
  const { errors, isDirty } = formState
  const ground = useGround(form, profile, valuesOf)
  const values = watch()

  const save = form.handleSubmit(async (entered) => {
    await attempt(
      async () => {
        await update.mutateAsync({ ...ids, ...entered, expectedEditedAt: ground.editedAt })
        form.reset(entered)
        await refresh()
        toast({ tone: 'ok', title: words.saved })
      },
      { onFields: form.showFailure, on: { conflict: () => setStale(true) } },
    )
  })
  const picture = (name: 'brandThumbnail' | 'brandIcon', label: string, hint: string, aspect: number) => (
    <Controller
      name={name}
      control={control}
      render={({ field }) => (
        <ImageField
          label={label}
          hint={hint}
          value={field.value}
          onChange={field.onChange}
          upload={upload}
          aspect={aspect}
          shape={aspect === 1 ? 'square' : 'wide'}
          alt={label}
          optional
          disabled={!profile.canEdit}
          onBusy={setUploading}
          {...(errors[name]?.message && { error: errors[name].message })}
        />
      )}
    />
  )
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <LinkButton href={routes.fanBrand({ brandSlug })}>
          <ExternalIcon size={16} />
          {words.fanPage}
        </LinkButton>
      }
    >
      <Columns aside={<ProfilePreview values={values} />}>
        {!profile.canEdit && <Notice tone="plain">{words.readOnly}</Notice>}
        <fieldset disabled={!profile.canEdit} style={{ border: 0, padding: 0, minWidth: 0, display: 'grid', gap: 20 }}>
          <Card title={words.about}>
            <Fields>
              <Field label={words.name} required max={brandNameLength} value={values.name} error={errors.name?.message}>
                <TextInput {...register('name')} />
              </Field>
              <Field label={words.slug} hint={words.slugHint}>
                <TextInput readOnly value={`/fc/${brandSlug}`} />
              </Field>
              <Field
                label={words.description}
                hint={words.descriptionHint}
                optional
                max={brandDescriptionLength}
                value={values.description}
                error={errors.description?.message}
              >
                <TextArea rows={6} {...register('description')} />
              </Field>
              <Field label={words.accentColor} hint={words.accentHint} error={errors.accentColor?.message}>
                <TextInput type="color" w="72px" p={1} {...register('accentColor')} />
              </Field>
              <UrlListField
                label={words.links}
                hint={words.linksHint}
                max={brandLinksCount}
                values={values.links}
                onChange={(links) =>
                  form.setValue('links', links, { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }
                errorAt={(i) => errors.links?.[i]?.message}
                words={{ item: words.link, add: words.addLink, remove: words.removeLink }}
              />
            </Fields>
          </Card>
          <Card title={words.pictures}>
            <Fields>
              {picture('brandThumbnail', words.thumbnail, words.thumbnailHint, 16 / 5)}
              {picture('brandIcon', words.icon, words.iconHint, 1)}
            </Fields>
          </Card>
        </fieldset>
      </Columns>
      <SaveBar
        dirty={isDirty}
        saving={update.isPending || isUploading}
        onSave={save}
        onDiscard={() => form.reset(valuesOf(profile))}
      />
      <ConflictDialog
        open={isStale}
        onClose={() => setStale(false)}
        onReload={() => {
          form.reset(valuesOf(profile))
          reload()
        }}
      />
    </Page>
  )
}
