import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { useFanOrderWords } from './words'

/** Money that the card's bank has taken back: what that means, and whom to ask who knows nothing of it. */
export const DisputeNotice = ({ brandSlug }: { brandSlug: string | undefined }) => {
  const { dispute: words } = useFanOrderWords()
  return (
    <Notice tone="warn" data-testid="disputed">
      <chakra.div display="grid" gap={2} justifyItems="start">
        <span>{words.text}</span>
        <span>{words.unknown}</span>
        {brandSlug && (
          <LinkButton size="s" href={routes.fanContact({ brandSlug })}>
            {words.contact}
          </LinkButton>
        )}
      </chakra.div>
    </Notice>
  )
}
