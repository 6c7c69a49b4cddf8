import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { brandHome } from './contract'
import type { FanActKind } from './home'
import { SkeletonActs } from './rows'
import { useHomeWords } from './words'

type Ids = { tenantId: string; brandId: string }
type Act = ResultOf<typeof brandHome.getFanActs>['acts'][number]

/** As many as stand beside what there is to do and what is planned: more would push all below it out of sight. */
const atFirst = 8

/** What fans did, the newest first; more by pressing. Must be inside `HomeWords`. */
export const FanActs = ({ ids }: { ids: Ids | null }) => {
  const words = useHomeWords()
  return (
    <Card title={words.fanActs}>
      {ids ? (
        <chakra.div display="grid" gap={4}>
          <Part key={ids.brandId} ids={ids} before={undefined} />
        </chakra.div>
      ) : (
        <SkeletonActs rows={atFirst} />
      )}
    </Card>
  )
}

/** One answer, and those that were pressed for after it. */
const Part = ({ ids, before }: { ids: Ids; before: number | undefined }) => {
  const words = useHomeWords()
  const read = useRead(brandHome.getFanActs, { ...ids, ...(before !== undefined && { before }) })
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(before !== undefined)
  if (read.failed) return <FailedState {...read.failed} />
  if (!read.data) return before === undefined ? <SkeletonActs rows={atFirst} /> : <SkeletonText lines={3} />
  const { acts, next } = read.data
  const lines = gathered(acts)
  const isCut = !isWhole && lines.length > atFirst
  return (
    <>
      {acts.length > 0 ? (
        <chakra.ol display="grid" gap={1}>
          {lines.slice(0, isCut ? atFirst : undefined).map(({ others, ...act }) => (
            <li key={`${act.kind}${act.itemId}${act.at}${act.name}`}>
              <Line ids={ids} act={act} others={others} />
            </li>
          ))}
        </chakra.ol>
      ) : (
        before === undefined &&
        next === null && (
          <chakra.p color="muted" fontSize="0.875rem">
            {words.noFanActs}
          </chakra.p>
        )
      )}
      {isOpen && next !== null && <Part ids={ids} before={next} />}
      {!isOpen && (isCut || next !== null) && (
        <div>
          <Button size="s" onClick={() => (isCut ? setWhole(true) : setOpen(true))}>
            {words.moreFanActs}
          </Button>
        </div>
      )}
    </>
  )
}

/** Loves of one content that follow each other are one line. */
export const gathered = (acts: readonly Act[]): (Act & { others: number })[] => {
  const lines: (Act & { others: number })[] = []
  for (const act of acts) {
    const last = lines.at(-1)
    if (last && act.kind === 'loved' && last.kind === 'loved' && last.itemId === act.itemId) last.others += 1
    else lines.push({ ...act, others: 0 })
  }
  return lines
}

const hrefOf = (ids: Ids, { kind, itemId, isUnanswered }: Act): string => {
  const hrefs: Record<FanActKind, () => string> = {
    joined: () => routes.subscriber({ ...ids, subscriptionId: itemId }),
    commented: () =>
      routes.contentComments(ids, { query: { tab: isUnanswered ? 'unanswered' : 'all', planContentId: itemId } }),
    loved: () => routes.content({ ...ids, contentId: itemId }),
    asked: () => routes.request(ids, { query: { inquiryId: itemId } }),
  }
  return hrefs[kind]()
}

const Row = chakra(Link, {
  base: {
    display: 'flex',
    gap: 3,
    mx: -2,
    px: 2,
    py: 1.5,
    borderRadius: 'm',
    fontSize: 'sm',
    lineHeight: '1.5',
    _hover: { bg: 'hover' },
  },
})

const Line = ({ ids, act, others }: { ids: Ids; act: Act; others: number }) => {
  const words = useHomeWords()
  const name = act.name || words.somebody
  return (
    <Row href={hrefOf(ids, act)}>
      <Avatar name={name} size={28} {...(act.icon && { src: act.icon })} />
      <chakra.span minW="0">
        <chakra.span display="block" overflowWrap="anywhere">
          {words.did[act.kind](others > 0 ? words.withOthers(name, others) : words.by(name), act.about)}
        </chakra.span>
        {act.text && (
          <chakra.span display="block" overflowWrap="anywhere" color="muted">
            {words.quoted(act.text)}
          </chakra.span>
        )}
        <chakra.span display="block" color="muted" fontSize="xs">
          <DateText at={act.at} short hour />
        </chakra.span>
      </chakra.span>
    </Row>
  )
}
