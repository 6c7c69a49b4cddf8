import { chakra } from '@chakra-ui/react'

/** A state, shown as a dot and a word, never by colour alone. */
export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    minH: '24px',
    flexShrink: 0,
    maxW: '100%',
    px: 2.5,
    borderRadius: 'full',
    fontSize: 'xs',
    fontWeight: 'semibold',
    lineHeight: 1.1,
    fontVariantNumeric: 'tabular-nums',
    _before: { content: '""', w: '6px', h: '6px', borderRadius: '50%', bg: 'currentColor', flex: 'none' },
  },
  variants: {
    tone: {
      ok: { color: 'ok', bg: 'okSubtle' },
      warn: { color: 'warn', bg: 'warnSubtle' },
      bad: { color: 'bad', bg: 'badSubtle' },
      info: { color: 'info', bg: 'infoSubtle' },
      plain: { color: 'muted', bg: 'sunken', boxShadow: 'inset 0 0 0 1px {colors.border}' },
    },
  },
  defaultVariants: { tone: 'plain' },
})

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain'
