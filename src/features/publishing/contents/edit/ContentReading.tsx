import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { Reading } from '#ui/form/Reading.tsx'
import type { EditedBy } from '#ui/form/state/useStoredForm.ts'
import { Picture } from '#ui/Picture.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { usePortalWords } from '#ui/portalWords.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { shortTexts } from '../content'
import type { AdminPlanContent } from '../contract'
import { ContentView } from '../fan/ContentView'
import { ContentBadge } from '../parts'
import { StaffVideo } from '../video/StaffVideo'
import { useContentWords } from '../words'
import { type AccessCheck, ContentFacts } from './ContentFacts'
import { Desk } from './Desk'

type ContentReadingProps = {
  ids: { tenantId: string; brandId: string }
  content: AdminPlanContent
  canEdit: boolean
  access: AccessCheck
  editedBy: EditedBy
}

/** Read-only view, for roles that cannot change contents and for contents that are edited on another page. */
export const ContentReading = ({ ids, content, canEdit, access, editedBy }: ContentReadingProps) => {
  const words = useContentWords()
  const ui = usePortalWords()
  const locale = useLocale()
  const { name, description, preview, english, viewableBy, backNumberPeriod, periodFollows, details } = content
  return (
    <Page
      title={name || words.unnamed}
      badge={<ContentBadge content={content} />}
      back={{ href: routes.contents(ids), label: words.title }}
    >
      <Columns aside={<ContentFacts ids={ids} content={content} access={access} editedBy={editedBy} />}>
        {/* For who is there to moderate it; the key is not for them (getStreaming). */}
        <Desk ids={ids} content={content} name={name} />
        <Reading
          {...(!canEdit && { note: words.readOnly })}
          title={words.form.about}
          items={[
            { label: words.form.name, value: name },
            { label: words.form.description, value: description },
            ...(viewableBy === 'paidUsers' ? [{ label: words.form.preview, value: preview }] : []),
            { label: ui.english, value: shortTexts(english).filter(Boolean).join('\n\n') },
            { label: words.panel.viewableBy, value: words.panel[viewableBy] },
            {
              label: words.panel.month,
              value: periodFollows
                ? words.panel.monthFollows
                : backNumberPeriod
                  ? monthText(backNumberPeriod, locale)
                  : words.panel.monthNone,
            },
          ]}
        />
        {details.type === 'video' && details.videoUrl !== '' && (
          <StaffVideo
            ids={ids}
            planContentId={content.planContentId}
            title={name || words.unnamed}
            videoUrl={details.videoUrl}
            thumbnail={content.thumbnail}
          />
        )}
        {details.text === '' ? (
          details.type !== 'video' && <Notice tone="plain">{words.preview.emptyBody}</Notice>
        ) : (
          <Card title={words.form.body}>
            <ContentView text={details.text} />
          </Card>
        )}
        {english.text && (
          <Card title={ui.inEnglish(words.form.body)}>
            <ContentView text={english.text} />
          </Card>
        )}
        {details.type === 'news' && details.imageUrls.length > 0 && (
          <Card>
            <chakra.ul display="grid" gap={3}>
              {details.imageUrls.map((src) => (
                <li key={src}>
                  <Picture src={src} sizes="(min-width: 768px) 720px, 100vw" w="100%" borderRadius="m" />
                </li>
              ))}
            </chakra.ul>
          </Card>
        )}
      </Columns>
    </Page>
  )
}
