import { useReader } from '#client/useReader.ts'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import type { ParcelMail } from './contract'
import { goodsShipped, type Sent } from './mails'

type Mail = ParcelMail & Pick<Sent, 'provider' | 'providerName' | 'trackingNumber' | 'trackingUrl'>
type Props = { people: number; brandName: string; mails: readonly Mail[] }

/** The mails that tell buyers of their parcels, each as its buyer reads it. */
export const ParcelLetters = ({ people, brandName, mails }: Props) => {
  const { origin } = useReader()
  return (
    <LettersToSend
      count={people}
      letters={mails.map(({ to: { locale, displayName: name }, ...mail }) => ({
        letter: goodsShipped({ origin, locale, name }, { brandName, ...mail }),
        locale,
      }))}
    />
  )
}
