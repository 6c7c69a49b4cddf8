import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Surface } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { isOpen } from './application'
import { applications } from './contract'
import { StatusBadge } from './parts'
import { ApplicationWords, useApplicationWords } from './words'

const CardLink = chakra(Link, {
  base: { display: 'grid', gap: 2, p: 5, h: '100%', alignContent: 'start', borderRadius: 'l', _hover: { bg: 'hover' } },
})

/** Open applications as cards beside the clubs; each links to its next step. */
export const ApplicationCards = () => (
  <ApplicationWords>
    <Cards />
  </ApplicationWords>
)

const Cards = () => {
  const { start: words } = useApplicationWords()
  const locale = useLocale()
  const waiting = useRead(applications.getMyTenantApplications, {}).data?.applications.filter(({ status }) =>
    isOpen(status),
  )
  if (!waiting || waiting.length === 0) return null
  return (
    <chakra.section aria-labelledby="my-applications" my={7}>
      <chakra.h2 id="my-applications" fontSize="lg" mb={3}>
        {words.title}
      </chakra.h2>
      <chakra.ul
        display="grid"
        gap={4}
        gridTemplateColumns="repeat(auto-fill, minmax(min(280px, 100%), 356px))"
        listStyleType="none"
      >
        {waiting.map(({ applicationId, form, status, history, expiresAt }) => {
          const goesOn = status === 'draft' || status === 'changesRequested'
          const since = history.at(-1)?.at
          return (
            <li key={applicationId}>
              <Surface as="div" h="100%">
                <CardLink href={goesOn ? routes.newTenant({ query: { applicationId } }) : routes.startTenant()}>
                  <chakra.span display="flex" justifyContent="space-between" gap={2} alignItems="flex-start">
                    <chakra.span fontWeight="bold" fontSize="1.0625rem" lineHeight="1.4" overflowWrap="anywhere">
                      {form.tenantName || words.unnamed}
                    </chakra.span>
                    <StatusBadge status={status} />
                  </chakra.span>
                  <chakra.span color="muted" fontSize="sm">
                    {status === 'changesRequested' && expiresAt !== null
                      ? words.expires(dateText(expiresAt, locale))
                      : words.says[status]}
                  </chakra.span>
                  {since !== undefined && (
                    <chakra.span color="faint" fontSize="xs">
                      {dateText(since, locale, { hour: true })}
                    </chakra.span>
                  )}
                  {goesOn && (
                    <chakra.span color="accentText" fontSize="0.875rem" fontWeight="semibold">
                      {status === 'draft' ? words.continue : words.fix}
                    </chakra.span>
                  )}
                </CardLink>
              </Surface>
            </li>
          )
        })}
      </chakra.ul>
    </chakra.section>
  )
}
