import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

export const Surface = chakra('section', {
  base: { bg: 'surface', borderWidth: '1px', borderColor: 'border', borderRadius: 'l', boxShadow: 'card', minW: 0 },
})

const Head = chakra('div', {
  base: { display: 'flex', alignItems: 'flex-start', gap: 3, px: { base: 4, md: 5 }, pt: { base: 4, md: 4.5 } },
})
const Title = chakra('h2', { base: { fontSize: '1rem' } })
const Lead = chakra('p', { base: { color: 'muted', fontSize: 'sm', mt: 0.5 } })
const Body = chakra('div', {
  base: { p: { base: 4, md: 5 } },
  variants: { titled: { true: { pt: { base: 3, md: 3.5 } } } },
})

type CardProps = { title?: ReactNode; lead?: ReactNode; action?: ReactNode; children?: ReactNode; flush?: boolean }

/** A white card. `flush` removes the padding, for tables and lists. */
export const Card = ({ title, lead, action, children, flush = false }: CardProps) => {
  const id = useId()
  return (
    <Surface
      // Not hidden: that would keep what is sticky in it from sticking to the window.
      overflow={flush ? 'clip' : undefined}
      aria-labelledby={title ? id : undefined}
      as={title ? 'section' : 'div'}
    >
      {title && (
        <Head pb={flush ? 4 : 0}>
          <chakra.div flex="1" minW="0">
            <Title id={id}>{title}</Title>
            {lead && <Lead>{lead}</Lead>}
          </chakra.div>
          {action}
        </Head>
      )}
      {flush ? children : <Body titled={title !== undefined}>{children}</Body>}
    </Surface>
  )
}

/** Name and value pairs, as in the aside of a resource page. */
type FactsProps = {
  items: readonly { label: string; value: ReactNode }[] /** In the main column: two beside each other. */
  wide?: boolean
}

export const Facts = ({ items, wide = false }: FactsProps) => (
  <chakra.dl
    display="grid"
    gap={3.5}
    columnGap={6}
    gridTemplateColumns={wide ? { md: 'repeat(2, minmax(0, 1fr))' } : undefined}
  >
    {items.map(({ label, value }) => (
      <chakra.div key={label}>
        <chakra.dt fontSize="xs" color="muted" fontWeight="semibold">
          {label}
        </chakra.dt>
        <chakra.dd fontSize="0.875rem" overflowWrap="anywhere">
          {value}
        </chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
)

const noticeBox = { borderRadius: 'm', px: 4, py: 3, fontSize: '0.875rem', lineHeight: 1.6 }

/** A message that belongs to the page, not to a moment. */
export const Notice = chakra('div', {
  base: noticeBox,
  variants: {
    tone: {
      ok: { color: 'ok', bg: 'okSubtle' },
      warn: { color: 'warn', bg: 'warnSubtle' },
      bad: { color: 'bad', bg: 'badSubtle' },
      info: { color: 'info', bg: 'infoSubtle' },
      plain: { color: 'muted', bg: 'sunken' },
    },
  },
  defaultVariants: { tone: 'info' },
})
