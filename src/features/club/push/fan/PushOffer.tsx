import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import { allowPush, endPush, type PushState, pushState } from '#client/push.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import { Button } from '#ui/Button.tsx'
import type { push } from '../contract'
import { PushWords, usePushWords } from './words'

type Reason = 'join' | 'live' | 'goods'

/** Offers messages where there is a reason for them; the browser asks only after the press. Nothing where they are on, or were put off. */
export const PushOffer = ({ reason }: { reason: Reason }) => (
  <PushWords>
    <Offer reason={reason} />
  </PushWords>
)

const putOff = 'tsudoi-push-later'
const wasPutOff = () => {
  try {
    return localStorage.getItem(putOff) !== null
  } catch {
    return false
  }
}

const Box = chakra('div', {
  base: {
    display: 'grid',
    gap: 3,
    p: 4,
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'm',
    bg: 'surface',
    fontSize: '0.875rem',
  },
})

type Known = { state: PushState; publicKey: string }

const Offer = ({ reason }: { reason: Reason }) => {
  const words = usePushWords()
  const ask = useFanCall()
  const [known, setKnown] = useState<Known | null>(null)
  const [said, setSaid] = useState<'allowed' | 'denied' | 'failed' | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const state = await pushState()
      if (isOver || wasPutOff() || (state !== 'off' && state !== 'needsHomeScreen')) return
      const { publicKey } = await ask(at<typeof push>()('getPushSettings'), {})
      if (!isOver && publicKey) setKnown({ state, publicKey })
    }
    // Without an answer nothing is offered.
    look().catch(() => {})
    return () => {
      isOver = true
    }
  }, [ask])
  if (!known) return null
  const allow = async () => {
    setBusy(true)
    try {
      const allowed = await allowPush(known.publicKey)
      if (allowed) await ask(at<typeof push>()('addPushDevice'), allowed)
      setSaid(allowed ? 'allowed' : 'denied')
    } catch {
      // What the server does not know of must not look as if it were on.
      await endPush().catch(() => {})
      setSaid('failed')
    }
    setBusy(false)
  }
  const later = () => {
    try {
      localStorage.setItem(putOff, '1')
    } catch {
      // It is offered again.
    }
    setKnown(null)
  }
  if (said === 'allowed') return <Box role="status">{words.allowed}</Box>
  return (
    <Box data-testid="push-offer">
      <p>{known.state === 'needsHomeScreen' ? words.needsHomeScreen : words.offer[reason]}</p>
      {said && (
        <chakra.p role="alert" color="bad">
          {words[said]}
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" gap={2}>
        {known.state === 'off' && (
          <Button busy={busy} onClick={() => void allow()}>
            {words.allow}
          </Button>
        )}
        <Button look="quiet" onClick={later}>
          {words.later}
        </Button>
      </chakra.div>
    </Box>
  )
}
