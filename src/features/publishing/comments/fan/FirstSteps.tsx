import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer, useFanCall } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { publicContents } from '../../contents/public/contract'
import type { comments } from '../contract'
import { Writer } from './Writer'
import { FanCommentWords, useFanCommentWords } from './words'

type Props = { brand: { tenantId: string; brandId: string; brandSlug: string }; planId: string }

/** For who has just become a member of a plan: its next live that they may see, and a first word to say. Only in a browser. */
export const FirstSteps = (props: Props) => (
  <FanCommentWords>
    <Shown {...props} />
  </FanCommentWords>
)

const Shown = ({ brand: { tenantId, brandId, brandSlug }, planId }: Props) => {
  const words = useFanCommentWords()
  const locale = useLocale()
  const fan = useKnownFan()
  const ask = useFanCall()
  const [said, setSaid] = useState('')
  const [opened] = useState(() => Date.now())
  const filterOption = { type: 'planContents' as const, planId }
  const pagination = { limit: 30, offset: 0 }
  const answer = useFanAnswer(
    at<typeof publicContents>()('getPublicPlanContents'),
    fan ? { tenantId, brandId, filterOption, pagination } : null,
    { fan, shown: null },
  )
  const open = (answer.data?.planContents ?? []).filter(
    ({ status }) => status === 'available' || status === 'freeContents',
  )
  const [live] = open
    .flatMap((one) => {
      const startAt = one.type === 'streaming' && !one.details.eventState ? one.details.startAt : null
      return startAt !== null && startAt > opened ? [{ ...one, startAt }] : []
    })
    .toSorted((a, b) => a.startAt - b.startAt)
  const about = open.find(({ type }) => type !== 'streaming')
  const ids = about ? { tenantId, planContentId: about.planContentId } : null
  const talk = useFanAnswer(
    at<typeof comments>()('getPublicPlanContentComments'),
    fan && ids ? { ...ids, pagination: { limit: 1, offset: 0 } } : null,
    { fan, shown: null },
  )
  const mayWrite = talk.data?.cannotComment === null
  const post = async (content: string, idempotencyKey: string) => {
    if (!ids) return
    const { isHeld } = await ask(
      at<typeof comments>()('postCommentToPlanContent'),
      { ...ids, content },
      { idempotencyKey },
    )
    setSaid(isHeld ? words.held : words.sent)
  }
  return (
    <>
      {live && (
        <chakra.div bg="sunken" borderRadius="l" px={4} py={2}>
          <chakra.h3 fontSize="0.8125rem" color="muted" fontWeight="normal">
            {words.firstLive}
          </chakra.h3>
          <Link href={routes.fanContent({ brandSlug, planContentId: live.planContentId })}>
            <chakra.span display="block" minH="44px" fontWeight="semibold" overflowWrap="anywhere">
              {live.name}
              <chakra.span display="block" fontSize="0.875rem" fontWeight="normal" fontVariantNumeric="tabular-nums">
                {dateText(live.startAt, locale, { hour: true })}
              </chakra.span>
            </chakra.span>
          </Link>
        </chakra.div>
      )}
      {about && mayWrite && (
        <div>
          {said === '' ? (
            <Writer
              label={words.firstWord}
              placeholder={words.firstWordHint(about.name)}
              send={words.send}
              sending={words.sending}
              onSend={post}
            />
          ) : (
            <chakra.p role="status" fontSize="0.875rem">
              {said}{' '}
              <chakra.span color="var(--brand-text)" textDecoration="underline">
                <Link href={routes.fanContent({ brandSlug, planContentId: about.planContentId }, { hash: 'comments' })}>
                  {words.seeFirstWord}
                </Link>
              </chakra.span>
            </chakra.p>
          )}
        </div>
      )}
    </>
  )
}
