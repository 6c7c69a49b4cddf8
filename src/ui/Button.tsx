import { chakra, defineRecipe } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { Spinner } from './faces/Spinner'
import { Link } from './Link'

const button = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    borderRadius: 'm',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontSize: '0.875rem',
    fontWeight: 'semibold',
    lineHeight: 1.2,
    textAlign: 'center',
    // As wide as its words, which break only where they are wider than the place: with large letters.
    flexShrink: 0,
    maxW: '100%',
    py: 1,
    whiteSpace: { md: 'nowrap' },
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    transition: 'background .12s, border-color .12s, color .12s',
    '&:disabled, &[aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
    '&[aria-busy=true]': { cursor: 'progress' },
  },
  variants: {
    look: {
      primary: { bg: 'accent', color: 'onAccent', '&:hover:not(:disabled)': { bg: 'accentHover' } },
      plain: {
        bg: 'surface',
        color: 'text',
        borderColor: 'borderStrong',
        '&:hover:not(:disabled)': { bg: 'sunken', borderColor: 'borderControl' },
      },
      quiet: { color: 'muted', '&:hover:not(:disabled)': { bg: 'hover', color: 'text' } },
      danger: { bg: 'bad', color: 'onBad', '&:hover:not(:disabled)': { opacity: 0.9 } },
      dangerQuiet: { color: 'bad', '&:hover:not(:disabled)': { bg: 'badSubtle' } },
      link: { color: 'accentText', textUnderlineOffset: '3px', _hover: { textDecoration: 'underline' } },
    },
    size: {
      s: { minH: '32px', px: 3, fontSize: '0.8125rem', borderRadius: '8px' },
      m: { minH: '40px', px: 4 },
      l: { minH: '48px', px: 6, fontSize: 'md' },
    },
    icon: { true: { px: 0, py: 0, aspectRatio: '1' } },
    wide: { true: { w: '100%' } },
  },
  compoundVariants: [{ look: 'link', css: { minH: 'auto', px: 0, py: 0 } }],
  defaultVariants: { look: 'plain', size: 'm' },
})

const Base = chakra('button', button)
const LinkBase = chakra(Link, button)

type ButtonProps = ComponentProps<typeof Base> & {
  /** The action is running: the button shows that and ignores clicks, but keeps the focus. */
  busy?: boolean
}

export const Button = ({ busy = false, children, onClick, type = 'button', ...rest }: ButtonProps) => (
  <Base
    type={type}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    {...rest}
  >
    {busy && <Spinner size={15} />}
    {children}
  </Base>
)

export const LinkButton = (props: ComponentProps<typeof LinkBase>) => <LinkBase {...props} />

/** Leaves by a full load: for pages that need a document of their own, as the login. The address is complete. */
export const AnchorButton = chakra('a', button)

/** A square button with only an icon; its label is read by screen readers and shown as a tooltip. */
export const IconButton = ({ label, look = 'quiet', ...rest }: ButtonProps & { label: string }) => (
  <Button icon look={look} aria-label={label} title={label} {...rest} />
)
