import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { memberNews } from '../../news/contract'
import type { AdminPlanContent } from '../contract'
import { useContentWords } from '../words'

type Ids = { tenantId: string; brandId: string }
type Opens = { planContentId: string; viewableBy: AdminPlanContent['viewableBy']; planIds: readonly string[] }

const useNotice = (ids: Ids, planContentId: string) =>
  useRead(memberNews.getContentNotice, planContentId === 'new' ? null : { ...ids, planContentId })

/** Counted when it is asked for, by those who are about to tell. */
const Reach = ({ ids, of: { viewableBy, planIds } }: { ids: Ids; of: Opens }) => {
  const { tell: words } = useContentWords()
  const { data } = useRead(memberNews.getContentReach, { ...ids, viewableBy, planIds: [...planIds] })
  return (
    <>
      {data && `${words.reach(data.members, data.byMail, data.byPush)} `}
      {words.gathered}
    </>
  )
}

type SwitchProps = { ids: Ids; of: Opens; isWanted: boolean; onChange: (isWanted: boolean) => void }

/** Whether the members are told when the content is published, and how many that reaches. */
export const TellSwitch = ({ ids, of, isWanted, onChange }: SwitchProps) => {
  const { tell: words } = useContentWords()
  const locale = useLocale()
  const { data } = useNotice(ids, of.planContentId)
  const notice = data?.notice
  if (notice?.toldAt) return <p>{words.told(dateText(notice.toldAt, locale, { hour: true }), notice.told)}</p>
  if (notice) return <p>{words.later}</p>
  return (
    <Switch
      label={words.switch}
      hint={<Reach ids={ids} of={of} />}
      checked={isWanted}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** What is planned for a content: it may be wanted, and taken back until the members have been told. */
export const TellCard = ({ ids, content }: { ids: Ids; content: AdminPlanContent }) => {
  const { tell: words, refusals } = useContentWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const { data } = useNotice(ids, content.planContentId)
  const set = useWrite(memberNews.setContentNotice, { refresh: [memberNews.getContentNotice] })
  const [isAsked, setAsked] = useState(false)
  const want = async (isWanted: boolean) => {
    const { planContentId } = content
    const isDone = await attempt(() => set.mutateAsync({ ...ids, planContentId, isWanted }))
    if (isDone) toast({ tone: 'ok', title: isWanted ? words.wanted : words.tookBack })
    setAsked(false)
  }
  if (!data) return null
  const { notice } = data
  // A draft that nobody is to be told of asks with its publishing.
  if (!notice && content.status === 'draft') return null
  const says = !notice
    ? words.none
    : notice.toldAt !== null
      ? words.told(dateText(notice.toldAt, locale, { hour: true }), notice.told)
      : content.status === 'active'
        ? words.soon
        : words.later
  return (
    <Card title={words.title}>
      <chakra.div display="grid" gap={3} justifyItems="start" fontSize="0.875rem">
        <p>{says}</p>
        {!notice && <Button onClick={() => setAsked(true)}>{words.ask}</Button>}
        {notice?.toldAt === null && (
          <Button busy={set.isPending} onClick={() => void want(false)}>
            {words.takeBack}
          </Button>
        )}
      </chakra.div>
      <ConfirmDialog
        open={isAsked}
        title={words.askTitle(content.name)}
        confirm={words.ask}
        tone="primary"
        onClose={() => setAsked(false)}
        onConfirm={() => want(true)}
      >
        <p>{isAsked && <Reach ids={ids} of={content} />}</p>
      </ConfirmDialog>
    </Card>
  )
}
