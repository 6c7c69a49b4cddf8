import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Link } from '#ui/Link.tsx'
import { CheckIcon } from '#ui/look/icons.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { Benefit } from '../benefits'
import type { PlanOnCard } from '../contract'
import { usePlanGuideWords } from './guideWords'

type Props = { brandSlug: string; plans: readonly PlanOnCard[]; benefits: readonly Benefit[] }

/** Every benefit of the brand's plans, and which of them have it. Nothing where there is nothing to compare. */
export const PlanComparison = ({ brandSlug, plans, benefits }: Props) => {
  const words = usePlanGuideWords()
  if (plans.length < 2 || benefits.length < 2) return null
  return (
    <chakra.section mt={12}>
      <chakra.h2 fontSize="xl" mb={4}>
        {words.compare}
      </chakra.h2>
      {/* Many plans are wider than a phone: the table scrolls, and not the page. */}
      <chakra.div
        role="region"
        aria-label={words.compare}
        tabIndex={0}
        position="relative"
        overflowX="auto"
        borderWidth="1px"
        borderColor="border"
        borderRadius="l"
      >
        <chakra.table
          w="100%"
          fontSize="0.875rem"
          css={{
            borderCollapse: 'collapse',
            '& th, & td': { padding: '0.625rem 0.5rem', verticalAlign: 'middle' },
            '& thead th, & td': { textAlign: 'center', minWidth: '4.25rem' },
            '& th:first-of-type': { textAlign: 'start', minWidth: '6rem', paddingInlineStart: '0.75rem' },
          }}
        >
          <thead>
            <tr>
              <chakra.th scope="col" color="muted" fontWeight="medium">
                {words.benefit}
              </chakra.th>
              {plans.map(({ planId, name }) => (
                <chakra.th
                  key={planId}
                  lang={languageOf(name)}
                  scope="col"
                  fontWeight="semibold"
                  overflowWrap="anywhere"
                  lineHeight="1.45"
                >
                  <Link href={routes.fanPlan({ brandSlug, planId })}>{name}</Link>
                </chakra.th>
              ))}
            </tr>
          </thead>
          <tbody>
            {benefits.map(({ line, planIds }) => (
              <chakra.tr key={line} borderTopWidth="1px" borderColor="border">
                <chakra.th
                  lang={languageOf(line)}
                  scope="row"
                  fontWeight="normal"
                  lineHeight="1.5"
                  overflowWrap="anywhere"
                >
                  {line}
                </chakra.th>
                {plans.map(({ planId }) => (
                  <td key={planId}>
                    {planIds.includes(planId) ? (
                      <chakra.span display="inline-flex" color="var(--brand-text)">
                        <CheckIcon size={18} />
                        <chakra.span srOnly>{words.has}</chakra.span>
                      </chakra.span>
                    ) : (
                      <chakra.span color="muted">
                        <span aria-hidden="true">–</span>
                        <chakra.span srOnly>{words.hasNot}</chakra.span>
                      </chakra.span>
                    )}
                  </td>
                ))}
              </chakra.tr>
            ))}
            <chakra.tr borderTopWidth="1px" borderColor="border">
              <chakra.th scope="row" fontWeight="normal">
                {words.price}
              </chakra.th>
              {plans.map(({ planId, prices: [price] }) => (
                <chakra.td key={planId} fontWeight="semibold" fontVariantNumeric="tabular-nums" lineHeight="1.4">
                  {price && (
                    <>
                      {yenText(price.price)}
                      <chakra.span display="block" fontSize="xs" fontWeight="medium" color="muted">
                        / {words.per[price.subscriptionInterval]}
                      </chakra.span>
                    </>
                  )}
                </chakra.td>
              ))}
            </chakra.tr>
          </tbody>
        </chakra.table>
      </chakra.div>
    </chakra.section>
  )
}
