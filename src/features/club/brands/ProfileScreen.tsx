import dynamic from 'next/dynamic'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { routes, useRouteIds } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useUpload } from '#client/useUpload.ts'
import { loadAhead } from '#kit/ahead.ts'
import { inkOn } from '#kit/color.ts'
import type { Operation, ResultOf } from '#kit/contract.ts'
import { englishValues } from '#kit/english.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ColorField } from '#ui/form/ColorField.tsx'
import { EnglishTexts, englishText } from '#ui/form/EnglishTexts.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { ImageField } from '#ui/form/ImageField.tsx'
import { Reading } from '#ui/form/Reading.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { UrlListField } from '#ui/form/UrlListField.tsx'
import { EyeIcon } from '#ui/look/icons.tsx'
import { ConflictDialog } from '#ui/overlay/ConflictDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { AlsoHere } from '../presence/AlsoHere'
import { uploads } from '../uploads/contract'
import {
  brandDescriptionLength,
  brandLinksCount,
  brandNameLength,
  brandProfileFields,
  brands,
  welcomeLetterLength,
} from './contract'
import { namesOf, PageOrder, type Pinnable, type PinnableOfBrand } from './PageOrder'
import { ProfileSelling, useSellingFields } from './ProfileSelling'
import { partsInOrder } from './pageParts'
import type { ProfileValues } from './read'
import { BrandWords, useBrandWords } from './words'

const ProfilePreview = dynamic(() => import('./ProfilePreview').then((m) => m.ProfilePreview), { ssr: false })
loadAhead(ProfilePreview)

type Props = {
  /** What else shows the profile: read again after a save. */
  shownBy: readonly Operation[]
  /** Reads the name again in the reader's list of brands. */
  onSaved: () => Promise<void>
  /** What may stand first on its page. */
  pinnable: PinnableOfBrand
}

export const ProfileScreen = (props: Props) => (
  <BrandWords>
    <LoadedProfile {...props} />
  </BrandWords>
)

type Profile = ResultOf<typeof brands.getBrandProfile>

const LoadedProfile = (props: Props) => {
  const { profile: words } = useBrandWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const read = useRead(brands.getBrandProfile, ids)
  if (!read.data) return <PendingPage title={words.title} lead={words.lead} failed={read.failed} />
  if (!read.data.canEdit) return <ProfileReading profile={read.data} pinnable={props.pinnable} />
  return <ProfileForm key={read.data.brandId} profile={read.data} reload={read.reload} {...props} />
}

// The operation may omit `graceDays`, the form always sends it.
const schema = z.object({ ...brandProfileFields, graceDays: brandProfileFields.graceDays.unwrap() })
const showPicture = (url: string) => url && <Picture src={url} />

const valuesOf = (profile: Profile): ProfileValues => ({
  name: profile.name,
  brandThumbnail: profile.brandThumbnail,
  brandIcon: profile.brandIcon,
  description: profile.description,
  english: englishValues(profile.english, ['description', 'welcomeLetter']),
  accentColor: profile.accentColor,
  links: profile.links,
  legalNotice: profile.legalNotice,
  welcomeLetter: profile.welcomeLetter,
  pageParts: profile.pageParts,
  pinnedContents: profile.pinnedContents,
  pinnedGoods: profile.pinnedGoods,
  invoiceNumber: profile.invoiceNumber,
  graceDays: profile.graceDays,
  freeShippingOver: profile.freeShippingOver,
  backNumberNeedsActivePlan: profile.backNumberNeedsActivePlan,
  commentPolicy: profile.commentPolicy,
  commentAudience: profile.commentAudience,
})

type FormProps = Props & { profile: Profile; reload: () => void }

const ProfileForm = ({ profile, reload, shownBy, onSaved, pinnable }: FormProps) => {
  const { profile: words, page: pageWords, selling } = useBrandWords()
  const ui = usePortalWords()
  const sellingFields = useSellingFields()
  const config = useConfig()
  const attempt = useAttempt()
  const { tenantId, brandId, brandSlug } = profile
  const ids = { tenantId, brandId }
  const { form, expectedEditedAt, conflict, onConflict } = useStoredForm<ProfileValues, Profile>({
    stored: profile,
    valuesOf,
    schema,
    rules: selling.rules,
    keep: `profile ${brandId}`,
    reload,
  })
  const update = useWrite(brands.updateBrandProfile, { refresh: [brands.getBrandProfile, ...shownBy] })
  const upload = useUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  const [isUploading, setUploading] = useUnderway()
  const { register, control, watch, formState } = form
  const { errors } = formState
  const values = watch()

  const names = (ids: readonly string[], known: Pinnable) =>
    namesOf(ids, known, pageWords.unseen)
      .map(({ label }) => label)
      .join('\n')

  const page = routes.fanBrand({ brandSlug })
  const save = form.submit(async (entered) => {
    const { graceDays, ...fields } = entered
    await attempt(
      async () => {
        const { editedAt } = await update.mutateAsync({
          ...ids,
          ...fields,
          ...(graceDays !== null && { graceDays }),
          expectedEditedAt: expectedEditedAt(),
        })
        form.saved(entered, editedAt)
        toast({ tone: 'ok', title: words.saved, page: { href: page, address: `${config?.publicOrigin ?? ''}${page}` } })
        await onSaved()
      },
      { onFields: form.showFailure, on: { conflict: onConflict } },
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
          anchor={name === 'brandIcon' ? 'icon' : 'cover'}
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
      beside={<AlsoHere ids={ids} kind="profile" itemId={brandId} />}
      actions={
        <LinkButton href={page}>
          <EyeIcon size={16} />
          {words.fanPage}
        </LinkButton>
      }
    >
      <Columns aside={<ProfilePreview values={values} pinnable={pinnable} />}>
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
              anchor="description"
              hint={words.descriptionHint}
              optional
              max={brandDescriptionLength}
              value={values.description}
              error={errors.description?.message}
            >
              <TextArea rows={6} {...register('description')} />
            </Field>
            <Field
              label={words.welcomeLetter}
              anchor="welcomeLetter"
              hint={words.welcomeLetterHint}
              optional
              max={welcomeLetterLength}
              value={values.welcomeLetter}
              error={errors.welcomeLetter?.message}
            >
              <TextArea rows={5} {...register('welcomeLetter')} />
            </Field>
            <EnglishTexts
              texts={[
                { name: 'description', label: words.description, max: brandDescriptionLength, rows: 6 },
                { name: 'welcomeLetter', label: words.welcomeLetter, max: welcomeLetterLength, rows: 5 },
              ]}
              given={values.english}
              errors={errors.english}
              register={(name) => register(`english.${name}`)}
            />
            <ColorField
              label={words.accentColor}
              hint={words.accentHint}
              error={errors.accentColor?.message}
              value={values.accentColor}
              onChange={(colour) => form.setValue('accentColor', colour, { shouldDirty: true })}
              inkOn={inkOn}
            />
            <UrlListField
              label={words.links}
              hint={words.linksHint}
              max={brandLinksCount}
              values={values.links}
              onChange={(links) => form.setValue('links', links, { shouldDirty: true })}
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
        <PageOrder form={form} pinnable={pinnable} />
        <ProfileSelling ids={ids} form={form} />
      </Columns>
      <SaveBar form={form} saving={update.isPending || isUploading} onSave={save} />
      <ConflictDialog
        conflict={conflict}
        onSave={save}
        fields={{
          name: { label: words.name },
          description: { label: words.description },
          english: { label: ui.english, show: englishText },
          welcomeLetter: { label: words.welcomeLetter },
          accentColor: { label: words.accentColor },
          links: { label: words.links, show: (links) => links.join('\n') },
          brandThumbnail: { label: words.thumbnail, show: showPicture },
          brandIcon: { label: words.icon, show: showPicture },
          pageParts: {
            label: pageWords.parts,
            show: (parts) =>
              partsInOrder(parts)
                .map((part) => pageWords.names[part])
                .join('\n'),
          },
          pinnedContents: { label: pageWords.pinnedContents, show: (ids) => names(ids, pinnable.contents) },
          pinnedGoods: { label: pageWords.pinnedGoods, show: (ids) => names(ids, pinnable.goods) },
          ...sellingFields,
        }}
      />
    </Page>
  )
}

/** For roles that may not change the profile. */
const ProfileReading = ({ profile, pinnable }: { profile: Profile; pinnable: PinnableOfBrand }) => {
  const { profile: words, selling } = useBrandWords()
  const ui = usePortalWords()
  const page = routes.fanBrand(profile)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <LinkButton href={page}>
          <EyeIcon size={16} />
          {words.fanPage}
        </LinkButton>
      }
    >
      <Columns aside={<ProfilePreview values={valuesOf(profile)} pinnable={pinnable} />}>
        <Reading
          note={words.readOnly}
          title={words.about}
          items={[
            { label: words.name, value: profile.name },
            { label: words.slug, value: `/fc/${profile.brandSlug}` },
            { label: words.description, value: profile.description },
            { label: words.welcomeLetter, value: profile.welcomeLetter },
            { label: ui.english, value: englishText(profile.english) },
            { label: words.links, value: profile.links.join('\n') },
          ]}
        />
        <Reading
          title={selling.title}
          items={[
            { label: selling.legalNotice, value: profile.legalNotice },
            { label: selling.invoiceNumber, value: profile.invoiceNumber },
            { label: selling.graceDays, value: `${profile.graceDays}${selling.days}` },
            {
              label: selling.freeShippingOver,
              value: profile.freeShippingOver === null ? '' : yenText(profile.freeShippingOver),
            },
            {
              label: selling.needsActivePlan,
              value: profile.backNumberNeedsActivePlan ? selling.on : selling.off,
            },
            { label: selling.comments, value: selling.policies[profile.commentPolicy] },
            { label: selling.audience, value: selling.audiences[profile.commentAudience] },
          ]}
        />
      </Columns>
    </Page>
  )
}
