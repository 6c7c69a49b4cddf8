import { chakra } from '@chakra-ui/react'
import type { z } from 'zod'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { suspensionReasonNames } from '#club/tenants/suspension.ts'
import { Notice } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { shownSuspension } from './contract'
import { SuspensionWords, useSuspensionWords } from './words'

type Props = {
  suspension: z.infer<typeof shownSuspension>
  /** The brand whose staff answer; null for a club without one. */
  ids: { tenantId: string; brandId: string } | null
}

/** On the home of a brand and on the page of its club, as long as it is suspended. */
export const SuspensionBanner = (props: Props) => (
  <SuspensionWords>
    <Banner {...props} />
  </SuspensionWords>
)

const Banner = ({ suspension: { since, reason, message }, ids }: Props) => {
  const { banner: words } = useSuspensionWords()
  const locale = useLocale()
  return (
    <Notice tone="bad" mb={5} role="status" data-testid="suspension">
      <strong>{words.title}</strong>
      <chakra.p mt={1} fontWeight="semibold">
        {suspensionReasonNames[reason][locale]} · {words.since(dateText(since, locale))}
      </chakra.p>
      {message && (
        <chakra.p mt={2} whiteSpace="pre-wrap" overflowWrap="anywhere">
          {message}
        </chakra.p>
      )}
      <chakra.p mt={2}>{words.text}</chakra.p>
      {ids && (
        <chakra.p mt={2}>
          <Link
            href={routes.request(ids, { query: { direction: 'creatorToPlatform' } })}
            style={{ textDecoration: 'underline' }}
          >
            {words.answer}
          </Link>
        </chakra.p>
      )}
    </Notice>
  )
}
