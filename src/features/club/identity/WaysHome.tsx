import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import { routes } from '#client/routes.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { brands } from '../brands/contract'
import type { identity } from './contract'
import { brandOfPath } from './identity'

// Here and not in a file of words: this page has no others of its own.
const texts = {
  ja: { myHome: 'マイページへ', toBrand: (name: string) => `${name}のページへ` },
  en: { myHome: 'To my page', toBrand: (name: string) => `To ${name}` },
}

/**
 * From an address that does not exist, the way home of who asks: a fan's own home, else the brand whose address it is, else the first
 * page, which leads staff to their work. Until that is known the way leads to the first page.
 */
export const WaysHome = () => {
  const words = texts[useLocale()]
  const ui = useUiWords()
  const ask = useFanCall()
  const person = useKnownFan()
  const [home, setHome] = useState<'fan' | 'staff' | null>(null)
  const [brand, setBrand] = useState<{ brandSlug: string; brandName: string } | null>(null)
  const uid = person?.uid
  useEffect(() => {
    if (uid === undefined) return setHome(null)
    ask(at<typeof identity>()('me.get'), {}).then(
      ({ me }) => setHome(me.tenants.length > 0 || me.isOperator ? 'staff' : me.isFan ? 'fan' : null),
      () => setHome(null),
    )
  }, [uid, ask])
  useEffect(() => {
    const brandSlug = brandOfPath(window.location.pathname)
    if (brandSlug === null) return
    ask(at<typeof brands>()('getBrandMetadataBySlug'), { brandSlug }).then(setBrand, () => {})
  }, [ask])
  const toBrand = brand && (
    <LinkButton href={routes.fanBrand(brand)} look={home === null ? 'primary' : 'plain'}>
      {words.toBrand(brand.brandName)}
    </LinkButton>
  )
  if (home === null && toBrand) return toBrand
  return (
    <>
      <LinkButton href={home === 'fan' ? routes.myHome() : routes.home()} look="primary">
        {home === 'fan' ? words.myHome : ui.toHome}
      </LinkButton>
      {toBrand}
    </>
  )
}
