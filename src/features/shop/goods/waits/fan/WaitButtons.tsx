import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import { useLoginHref } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanAnswer, useFanCall } from '#client/useFanAnswer.ts'
import { useHere } from '#client/words.tsx'
import { PushOffer } from '#club/push/fan/PushOffer.tsx'
import { isCallError } from '#kit/callError.ts'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { useFanGoodsWords } from '../../fan/words'
import type { goodsWaits } from '../contract'
import type { GoodsWaitWordsText } from './words.ja'

export type WaitProps = {
  brand: { tenantId: string; brandId: string }
  goodsId: string
  /** `variationId` null: the goods, whichever variation. */
  all: readonly { variationId: string | null; label: string; name: string }[]
  /** Pressed before this was loaded; undefined: nothing. */
  pressed: string | null | undefined
  words: GoodsWaitWordsText
}

const wished = 'tsudoiGoodsWait'
const wishOf = (goodsId: string, variationId: string | null) => `${goodsId} ${variationId ?? ''}`

/** A press asks to be told, another one takes it back. A visitor’s press is done once they have signed in. */
export const WaitButtons = ({ brand, goodsId, all, pressed, words }: WaitProps) => {
  const { tenantId, brandId } = brand
  const { refusals } = useFanGoodsWords()
  const fan = useKnownFan()
  const ask = useFanCall()
  const loginHref = useLoginHref(useHere())
  const { data, change } = useFanAnswer(
    at<typeof goodsWaits>()('getGoodsWait'),
    fan ? { tenantId, brandId, goodsId } : null,
    { fan, shown: null },
  )
  const [busy, setBusy] = useState(false)
  const [hasAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const on = new Set(data?.variationIds)
  const isOn = (variationId: string | null) => on.has(variationId ?? '')
  const press = async (variationId: string | null, wanted = !isOn(variationId)) => {
    if (!fan) {
      window.location.assign(loginHref)
      // After the way is taken: a browser without storage throws.
      sessionStorage[wished] = wishOf(goodsId, variationId)
      return
    }
    setBusy(true)
    setProblem('')
    try {
      const said = { tenantId, brandId, goodsId, variationId, isOn: wanted }
      const answer = await ask(at<typeof goodsWaits>()('setGoodsWait'), said)
      change(() => answer)
      setAsked(wanted)
    } catch (error) {
      if (!isCallError(error)) throw error
      setProblem(refusals[error.code as keyof typeof refusals] ?? words.failed)
    }
    setBusy(false)
  }
  const isReady = fan === null || (fan !== undefined && data !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known who asks and what they have asked for.
  useEffect(() => {
    if (!isReady) return
    const wish = fan
      ? all.find(({ variationId }) => sessionStorage[wished] === wishOf(goodsId, variationId))
      : undefined
    if (wish) {
      delete sessionStorage[wished]
      void press(wish.variationId, true)
    } else if (pressed !== undefined) void press(pressed, true)
  }, [isReady])
  return (
    <chakra.div display="grid" gap={2}>
      {all.map(({ variationId, label, name }) => (
        <BrandButton
          key={variationId}
          look="outline"
          wide
          disabled={!isReady || busy}
          aria-busy={busy || undefined}
          onClick={() => void press(variationId)}
          data-testid="goods-wait"
        >
          {isOn(variationId) ? (name ? words.undoVariation(name) : words.undo) : label}
        </BrandButton>
      ))}
      <chakra.p fontSize="sm" color={problem ? 'bad' : 'muted'} role="status">
        {problem || (on.size > 0 ? words.willTell : words.once)}
      </chakra.p>
      {hasAsked && <PushOffer reason="goods" />}
    </chakra.div>
  )
}
