import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import type { Person } from '../../../client/identityProvider'
import { useFanCall } from '../../../client/useFanAnswer'
import type { CallError } from '../../../kit/callError'
import { grouped } from '../../../kit/number'
import { HeartIcon } from '../../../ui/look/icons'
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
    fontSize: '14px',
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
  loginHref: string
}

/** At once on the screen; taken back, and said so, where it did not arrive. */
export const LoveButton = ({ ids, fan, loved, loginHref }: Props) => {
  const words = useFanContentWords()
  const ask = useFanCall()
  const [shown, setShown] = useState(loved)
  const [problem, setProblem] = useState('')
  const { hasAlreadyLoved, countOfLoves } = loved
  useEffect(() => setShown({ hasAlreadyLoved, countOfLoves }), [hasAlreadyLoved, countOfLoves])
  const press = async () => {
    if (!fan) return window.location.assign(loginHref)
    const before = shown
    const isLoved = !before.hasAlreadyLoved
    setProblem('')
    setShown({ hasAlreadyLoved: isLoved, countOfLoves: Math.max(0, before.countOfLoves + (isLoved ? 1 : -1)) })
    try {
      const name = isLoved ? 'lovePlanContent' : 'unLovePlanContent'
      setShown(await ask<(typeof loves)['lovePlanContent']>({ base: 'cms', name }, ids))
    } catch (error) {
      setShown(before)
      setProblem((error as CallError).code === 'commentBanned' ? words.commentBanned : words.loveFailed)
    }
  }
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={3} flexWrap="wrap">
      <Base type="button" aria-pressed={shown.hasAlreadyLoved} onClick={() => void press()}>
        <HeartIcon size={19} />
        {words.love} {grouped(shown.countOfLoves)}
      </Base>
      <chakra.span role="status" fontSize="14px" color="bad">
        {problem}
      </chakra.span>
    </chakra.span>
  )
}
