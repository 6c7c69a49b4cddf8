import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useMemo, useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { WithBin } from '#club/bin/parts.tsx'
import { brands } from '#club/brands/contract.ts'
import { Card } from '#ui/Card.tsx'
import { EditorWords } from '#ui/editor/words.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { meanwhile } from '#ui/faces/meanwhile.ts'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { LockIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { StreamingWords } from '../../streamings/contents/words'
import { type AdminPlanContent, contents } from '../contract'
import { VideoWords } from '../video/words'
import { ContentWords, useContentWords } from '../words'
import { ContentEditing } from './ContentEditing'
import type { AccessCheck } from './ContentFacts'
import { blankContent } from './values'

const ContentReading = dynamic(() => import('./ContentReading').then((m) => m.ContentReading), {
  ssr: false,
  loading: meanwhile(() => <SkeletonText lines={6} />),
})
const NewVideo = dynamic(() => import('../video/VideoEditor').then((m) => m.NewVideo), { ssr: false })

const NewStreaming = dynamic(() => import('../../streamings/contents/NewStreaming').then((m) => m.NewStreaming), {
  ssr: false,
})

type Slots = { access: AccessCheck }

/** One content, or a new one at `/contents/new`; the page stays open after the first save of a new draft. */
export const ContentScreen = (slots: Slots) => (
  <ContentWords>
    <WithBin>
      <EditorWords>
        <LoadedContent {...slots} />
      </EditorWords>
    </WithBin>
  </ContentWords>
)

const LoadedContent = ({ access }: Slots) => {
  const words = useContentWords()
  const router = useRouter()
  const ids = useRouteIds('tenantId', 'brandId', 'contentId')
  const asked = useQueryValue('type')
  const type = asked === 'video' || asked === 'streaming' ? asked : 'news'
  /** State while one content is open. The first save of a draft changes the URL but keeps this state. */
  const [visit, setVisit] = useState({ contentId: '', made: '', round: 0, blank: blankContent('news', Date.now()) })
  const contentId = ids?.contentId ?? ''
  const planId = useQueryValue('planId')
  const planIds = planId === '' ? [] : [planId]
  if (contentId !== '' && contentId !== visit.contentId) {
    const stays = visit.contentId === 'new' && contentId === visit.made
    setVisit(
      stays
        ? { ...visit, contentId }
        : { contentId, made: '', round: visit.round + 1, blank: { ...blankContent('news', Date.now()), planIds } },
    )
  }
  const isNew = contentId === 'new'
  const day = useQueryValue('day')
  const dated = day === '' ? {} : { query: { day } }
  const brand = ids && { tenantId: ids.tenantId, brandId: ids.brandId }
  const read = useRead(contents.getPrivatePlanContent, brand && !isNew ? { ...brand, planContentId: contentId } : null)
  const list = useRead(
    contents.getPlanContentsWithPlans,
    brand && isNew ? { ...brand, pagination: { limit: 1, offset: 0 } } : null,
  )
  const profile = useRead(brands.getBrandProfile, brand && isNew ? brand : null)
  // The brand's default comment settings, kept while the new draft is on this page.
  const [begins, setBegins] = useState<Pick<AdminPlanContent, 'commentPolicy' | 'commentAudience'> | null>(null)
  if (profile.data) {
    const { commentPolicy, commentAudience } = profile.data
    if (begins?.commentPolicy !== commentPolicy || begins.commentAudience !== commentAudience)
      setBegins({ commentPolicy, commentAudience })
  }
  // One object until it is stored: another one would count as a newer version, and empty what is written.
  const blank = useMemo(() => ({ ...visit.blank, ...begins }), [visit.blank, begins])
  const back = brand && { href: routes.contents(brand), label: words.title }
  if (brand && isNew && list.data?.canEdit === false) {
    return (
      <Page title={words.createTitle[type]} {...(back && { back })}>
        <Card>
          <EmptyState icon={<LockIcon size={24} />} title={words.readOnlyTitle} text={words.readOnly} />
        </Card>
      </Page>
    )
  }
  if (brand && isNew && type === 'video') {
    return (
      <Page title={words.createTitle.video} {...(back && { back })}>
        <Card>
          <VideoWords>
            <NewVideo
              ids={brand}
              onCreated={(contentId) => router.replace(routes.content({ ...brand, contentId }, dated))}
            />
          </VideoWords>
        </Card>
      </Page>
    )
  }
  if (brand && isNew && type === 'streaming') {
    return (
      <Page title={words.createTitle.streaming} {...(back && { back })}>
        <Card>
          <StreamingWords>
            <NewStreaming
              ids={brand}
              onCreated={(contentId) => router.replace(routes.content({ ...brand, contentId }))}
            />
          </StreamingWords>
        </Card>
      </Page>
    )
  }
  const isOwn = isNew || contentId === visit.made
  const content = (isNew ? null : read.data?.planContent) ?? (isOwn ? blank : null)
  if (!brand || !content || (isNew && !profile.data && !profile.failed)) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.title}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(back && { back })}
      />
    )
  }
  const canEdit = isNew || read.data?.canEdit !== false
  const editedBy = (isNew ? null : read.data?.editedBy) ?? null
  const canExplain = (isNew ? null : read.data?.canExplain) ?? false
  const about = { ids: brand, content, access: canExplain ? access : undefined, editedBy }
  if (!canEdit) return <ContentReading {...about} canEdit={canEdit} />
  return (
    <ContentEditing
      key={visit.round}
      {...about}
      day={day}
      reload={read.reload}
      onMade={(planContentId) => {
        setVisit({ ...visit, made: planContentId })
        void router.replace(routes.content({ ...brand, contentId: planContentId }, dated), undefined, { shallow: true })
      }}
    />
  )
}
