import { chakra } from '@chakra-ui/react'
import type { CSSProperties, ReactNode } from 'react'
import { useHere, useLocale } from '#client/words.tsx'
import { accentOf, defaultAccent } from '#kit/color.ts'
import { AnchorButton } from '../Button'
import { Link, SiteLink } from '../Link'
import { CartIcon } from '../look/icons'
import { Picture } from '../Picture'
import { SkipLink } from '../shell/SkipLink'
import { ColorModeSwitch } from '../shell/switches'
import { languageOf } from '../text/languageOf'
import { FanWords, useFanWords } from './words'

export const Wrap = chakra('div', { base: { maxW: '1080px', mx: 'auto', px: { base: 5, md: 5 }, w: '100%' } })

const Bar = chakra('header', { base: { bg: 'surface', borderBottomWidth: '1px', borderColor: 'border' } })
export const BarLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    minH: '44px',
    px: 1.5,
    fontSize: '0.875rem',
    color: 'muted',
    borderRadius: 's',
    _hover: { color: 'text' },
  },
})

const HomeLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    minW: 0,
    minH: '44px',
    mr: 'auto',
    fontWeight: 'bold',
    fontSize: '1rem',
    letterSpacing: '.02em',
  },
})

const variables = { accent: 'brand', onAccent: 'on-brand', text: 'brand-text', subtle: 'brand-subtle' } as const
const inks = Object.entries(variables) as [keyof typeof variables, string][]
const variablesOf = (mode: 'light' | 'dark'): Record<`--${string}`, string> =>
  Object.fromEntries(inks.map(([, name]) => [`--${name}`, `var(--${name}-${mode})`]))

// One accent colour of the brand, with inks and links that can be read, in both modes: a style attribute cannot follow the mode itself.
const Ground = chakra('div', {
  base: {
    bg: 'surface',
    ...variablesOf('light'),
    _dark: variablesOf('dark'),
  },
})

const accentVariables = (chosen: string): CSSProperties =>
  Object.fromEntries(
    Object.entries(accentOf(chosen)).flatMap(([mode, colors]) =>
      inks.map(([ink, name]) => [`--${name}-${mode}`, colors[ink]]),
    ),
  )

/** Background of the fan-facing site in a brand's colour; a preview uses it without the frame. */
export const BrandGround = ({ accent, children }: { accent: string; children: ReactNode }) => (
  <Ground style={accentVariables(accent)}>{children}</Ground>
)

/** A number at the corner of an icon. */
export const CountAbove = chakra('span', {
  base: {
    position: 'absolute',
    top: '4px',
    insetInlineStart: '19px',
    pointerEvents: 'none',
    minW: '18px',
    px: 1,
    borderRadius: 'full',
    bg: 'var(--brand)',
    color: 'var(--on-brand)',
    fontSize: '0.6875rem',
    lineHeight: '18px',
    fontWeight: 'semibold',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
})

type FanLink = { label: string; href: string }

type FanFrameProps = {
  /** The colour that the creator chose, as #rrggbb. */
  accent?: string | null
  homeHref: string
  /** The brand of these pages; without it the bar shows the site's name. */
  face?: { name: string; icon?: string | null }
  /** Complete, language included: the login is loaded as a document of its own. */
  loginHref: string
  /** Shown instead of the sign-in link where somebody is signed in; in the page for everybody, for the server does not know that. */
  menu: ReactNode
  cart?: { href: string; count: number }
  footer?: readonly FanLink[]
  children: ReactNode
}

/** The frame of the fan-facing site: a quiet top bar, the page, the footer. Rendered on the server, light. */
export const FanFrame = (props: FanFrameProps) => (
  <FanWords>
    <Frame {...props} />
  </FanWords>
)

const css = {
  // One of the two is shown, from the first paint on (kit/knownBefore.ts): the page is the same for everybody.
  'html[data-known] & [data-login]': { display: 'none' },
  'html:not([data-known]) & [data-ways]': { display: 'none' },
  // The end of the page stays readable above a button that is fixed there.
  '&:has([data-in-reach])': { mdDown: { pb: '76px' } },
  '&:has([data-in-reach=tall])': { mdDown: { pb: '150px' } },
}

const Frame = ({ accent, homeHref, face, loginHref, menu, cart, footer = [], children }: FanFrameProps) => {
  const words = useFanWords()
  return (
    <Ground
      style={accentVariables(accent ?? defaultAccent)}
      minH="100dvh"
      display="flex"
      flexDirection="column"
      css={css}
    >
      <SkipLink />
      <Bar>
        <Wrap display="flex" alignItems="center" gap={{ base: 1.5, md: 3 }} h="56px">
          <HomeLink href={homeHref}>
            {face?.icon && <Picture src={face.icon} width={30} height={30} borderRadius="26%" />}
            <chakra.span truncate lang={face && languageOf(face.name)}>
              {face?.name ?? words.site}
            </chakra.span>
          </HomeLink>
          <AnchorButton href={loginHref} data-login>
            {words.login}
          </AnchorButton>
          <chakra.span display="contents" data-ways>
            {menu}
          </chakra.span>
          {/* Last, and its count above it: nothing moves it when the fan is known. */}
          {cart && (
            <BarLink href={cart.href} position="relative">
              <CartIcon size={19} />
              <chakra.span srOnly>{words.cart}</chakra.span>
              {cart.count > 0 && <CountAbove>{cart.count}</CountAbove>}
            </BarLink>
          )}
        </Wrap>
      </Bar>
      {/* The footer begins below what is seen first: whatever arrives later moves nothing that is. */}
      <chakra.main id="main" tabIndex={-1} outline="none" flex="1" minH="calc(100dvh - 56px)">
        {children}
      </chakra.main>
      <chakra.footer mt={14} bg="sunken" color="muted" fontSize="sm">
        <Wrap
          py={6}
          pb={10}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="center"
          columnGap={4}
          rowGap={1}
          textAlign="center"
        >
          <span>{words.site === 'Tsudoi' ? 'Tsudoi' : `${words.site} — Tsudoi`}</span>
          {footer.map((link) => (
            <chakra.span key={link.label} py={1} _hover={{ color: 'text' }}>
              <SiteLink href={link.href}>{link.label}</SiteLink>
            </chakra.span>
          ))}
          <chakra.span display="inline-flex" alignItems="center">
            <LanguageLink />
            <ColorModeSwitch />
          </chakra.span>
        </Wrap>
      </chakra.footer>
    </Ground>
  )
}

const LanguageLink = () => {
  const words = useFanWords()
  const here = useHere()
  const other = useLocale() === 'ja' ? 'en' : 'ja'
  return (
    <BarLink href={here} locale={other} lang={other} scroll={false}>
      {words.otherLanguage}
    </BarLink>
  )
}
