import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Link } from '#ui/Link.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import type { missingOf } from '../benefits'
import { usePlanGuideWords } from './guideWords'

/** What only other plans have, each with the way to such a plan. */
export const MissingBenefits = ({
  brandSlug,
  missing,
}: {
  brandSlug: string
  missing: ReturnType<typeof missingOf>
}) => {
  const words = usePlanGuideWords()
  return (
    <chakra.section aria-label={words.missing} color="muted" fontSize="0.875rem">
      <chakra.h2 fontSize="0.875rem" mb={1.5}>
        {words.missing}
      </chakra.h2>
      <chakra.ul display="grid" gap={1.5}>
        {missing.map(({ line, planId, name }) => (
          <chakra.li key={line} display="flex" gap={2.5} overflowWrap="anywhere">
            <span aria-hidden="true">–</span>
            <span>
              <span lang={languageOf(line)}>{line}</span>{' '}
              <Link href={routes.fanPlan({ brandSlug, planId })}>
                <chakra.span textDecoration="underline">{words.isIn(name)}</chakra.span>
              </Link>
            </span>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
