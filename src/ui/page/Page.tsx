import { chakra } from '@chakra-ui/react'
import NextHead from 'next/head'
import type { ReactNode } from 'react'
import { grouped } from '#kit/number.ts'
import { Link } from '../Link'
import { ChevronLeftIcon } from '../look/icons'
import { useCrumbNames } from '../shell/crumb'
import { useLastList } from '../table/lastList'
import { useUiWords } from '../words'

const Head = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 3, mb: 5, minH: '40px' },
})
/** As tall without anything in it, so that nothing moves when something comes. */
const Top = chakra('div', {
  base: { display: 'flex', alignItems: 'center', columnGap: 3, mb: 1.5, minH: '1.6rem' },
})
const Back = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    ml: -1,
    pr: 2,
    color: 'muted',
    fontSize: 'sm',
    fontWeight: 'medium',
    borderRadius: 's',
    _hover: { color: 'text' },
  },
})

/** Links back to a list with the tab, filters and page that were shown last. */
const BackLink = ({ href, label }: { href: string; label: string }) => (
  <Back href={useLastList(href)}>
    <ChevronLeftIcon size={16} />
    {label}
  </Back>
)

type PageProps = {
  title: string
  /** Number of items, beside the title of an index page. */
  count?: number
  /** The state badge beside the title of a resource page. */
  badge?: ReactNode
  lead?: ReactNode
  back?: { href: string; label: string }
  /** What comes and goes, in one row with the way back. */
  beside?: ReactNode
  /** The primary action, with others before it. */
  actions?: ReactNode
  children: ReactNode
}

// On a phone several actions fill the width: side by side where they fit, else one below the other.
const Actions = chakra('div', {
  base: {
    ml: 'auto',
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    smDown: {
      '&:has(> * + *)': {
        w: '100%',
        '& > *': { flex: '1 1 auto' },
        '& > :is(a, button)': { px: 3 },
        // A menu with a text fills its space as a button does; one with only an icon keeps its size.
        '& > * > button': { w: '100%' },
        '& > * > button:not([aria-label])': { px: 3 },
        '& > :has(> button[aria-label])': { flex: '0 0 auto' },
      },
    },
  },
})

/** A page with its document title, heading and actions. */
export const Page = ({ title, count, badge, lead, back, beside, actions, children }: PageProps) => {
  useCrumbNames(title, back?.label)
  return (
    <>
      <PageTitle title={title} />
      {(back || beside) && (
        <Top>
          {back && <BackLink {...back} />}
          {beside}
        </Top>
      )}
      <Head>
        <chakra.h1 fontSize={{ base: '1.375rem', md: '2xl' }} minW="0">
          {title}
          {count !== undefined && (
            <chakra.span color="faint" fontSize="md" fontWeight="medium" ml={2} fontVariantNumeric="tabular-nums">
              {grouped(count)}
            </chakra.span>
          )}
        </chakra.h1>
        {badge}
        {actions && <Actions>{actions}</Actions>}
        {lead && (
          // A row of its own, however short: its greatest width would let it stand beside the actions.
          <chakra.div w="100%">
            <chakra.p color="muted" fontSize="0.875rem" maxW="720px">
              {lead}
            </chakra.p>
          </chakra.div>
        )}
      </Head>
      {children}
    </>
  )
}

export const PageTitle = ({ title }: { title: string }) => {
  const words = useUiWords()
  return (
    <NextHead>
      <title>{`${title} — ${words.site}`}</title>
    </NextHead>
  )
}

/** Main column and a 320 px aside; on a narrow screen the aside follows. */
export const Columns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <chakra.div
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }}
    gap={5}
    alignItems="start"
  >
    <chakra.div display="grid" gap={5} minW="0">
      {children}
    </chakra.div>
    {/* As tall as the main column, so that sticky content in it stays visible. */}
    <chakra.aside display="flex" flexDirection="column" gap={5} minW="0" alignSelf="stretch">
      {aside}
    </chakra.aside>
  </chakra.div>
)
