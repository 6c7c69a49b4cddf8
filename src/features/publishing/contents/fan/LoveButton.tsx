import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import type { CallError } from '#kit/callError.ts'
import { grouped } from '#kit/number.ts'
import { HeartIcon } from '#ui/look/icons.tsx'
import type { loves } from '../loves/contract'
import { useFanContentWords } from './words'

const Base = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 2,
    minH: '44px',
    px: 4,
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'borderStrong',
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    _hover: { bg: 'sunken' },
    '&[aria-pressed=true]': { bg: 'var(--brand-subtle)', color: 'var(--brand-text)', borderColor: 'var(--brand-text)' },
    '&[aria-pressed=true] svg': { fill: 'currentColor' },
  },
})

type Loved = { hasAlreadyLoved: boolean; countOfLoves: number }
type Props = {
  ids: { tenantId: string; planContentId: string }
  fan: Person | null | undefined
  loved: Loved
  /** `loved` is the fan's own, not what a visitor sees. */
  isOwn: boolean
  loginHref: string
}

/** Changes at once on the screen; reverts with a message if the call fails. A visitor's love is sent once they have signed in. */
export const LoveButton = ({ ids, fan, loved, isOwn, loginHref }: Props) => {
  const words = useFanContentWords()
  const ask = useFanCall()
  const [shown, setShown] = useState(loved)
  const [problem, setProblem] = useState('')
  /** Pressed before it is known who reads: done then. */
  const [isWished, setWished] = useState(false)
  /** The state wanted by the fan during a call; undefined otherwise. */
  const wanted = useRef<boolean>(undefined)
  const { hasAlreadyLoved, countOfLoves } = loved
  useEffect(() => setShown({ hasAlreadyLoved, countOfLoves }), [hasAlreadyLoved, countOfLoves])
  const { planContentId } = ids
  const send = async () => {
    if (!fan) {
      window.location.assign(loginHref)
      // After the way is taken: a browser without storage throws.
      sessionStorage.tsudoiLove = planContentId
      return
    }
    let known = shown
    const isLoved = !known.hasAlreadyLoved
    const isSending = wanted.current !== undefined
    wanted.current = isLoved
    setProblem('')
    setShown({ hasAlreadyLoved: isLoved, countOfLoves: Math.max(0, known.countOfLoves + (isLoved ? 1 : -1)) })
    if (isSending) return
    try {
      // Pressed again during a call: calls are repeated until the server has the last choice.
      while (known.hasAlreadyLoved !== wanted.current) {
        const name = wanted.current ? 'lovePlanContent' : 'unLovePlanContent'
        known = await ask(at<typeof loves>()(name), ids)
      }
    } catch (error) {
      setProblem((error as CallError).code === 'commentBanned' ? words.commentBanned : words.loveFailed)
    }
    wanted.current = undefined
    setShown(known)
  }
  const press = () => {
    if (fan === undefined || isWished) setWished(!isWished)
    else void send()
  }
  const isKnown = fan === null || (Boolean(fan) && isOwn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fan's own answer is there, or nobody is signed in.
  useEffect(() => {
    if (!isKnown) return
    // A fan is signed in: their browser has storage.
    const isKept = fan && sessionStorage.tsudoiLove === planContentId
    if (isKept) delete sessionStorage.tsudoiLove
    setWished(false)
    if ((isKept || isWished) && !hasAlreadyLoved) void send()
  }, [isKnown, planContentId])
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={3} flexWrap="wrap">
      <Base type="button" aria-pressed={isWished || shown.hasAlreadyLoved} onClick={press}>
        <HeartIcon size={19} />
        {words.love} {grouped(shown.countOfLoves + (isWished ? 1 : 0))}
      </Base>
      <chakra.span role="status" fontSize="0.875rem" color="bad">
        {problem}
      </chakra.span>
    </chakra.span>
  )
}
