import { Text } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { usePortalWords } from '../portalWords'
import { dateText } from './DateText'

/** Time at which the figures above were counted; nothing if it is null. */
export const CountedAt = ({ at }: { at: number | null | undefined }) => {
  const words = usePortalWords()
  const locale = useLocale()
  if (at === null || at === undefined) return null
  return (
    <Text fontSize="xs" color="muted" mt={-4} mb={6}>
      {words.countedAt(dateText(at, locale, { short: true, hour: true }))}
    </Text>
  )
}
