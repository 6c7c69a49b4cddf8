import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Card, Notice } from '../Card'
import { usePortalWords } from '../portalWords'

type ReadingProps = {
  title?: string
  /** Why it cannot be changed here, and who could. */
  note?: string
  items: readonly { label: string; value: ReactNode }[]
}

/** A form's stored values for users who may not change them: without fields, counters or hints. */
export const Reading = ({ title, note, items }: ReadingProps) => {
  const { notFilledIn } = usePortalWords()
  return (
    <>
      {note && <Notice tone="plain">{note}</Notice>}
      <Card title={title}>
        <chakra.dl display="grid" gap={5}>
          {items.map(({ label, value }) => (
            <chakra.div key={label} minW="0">
              <chakra.dt fontSize="sm" color="muted" fontWeight="semibold">
                {label}
              </chakra.dt>
              <chakra.dd mt={0.5} whiteSpace="pre-wrap" overflowWrap="anywhere">
                {value === '' || value === null ? <chakra.span color="faint">{notFilledIn}</chakra.span> : value}
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </Card>
    </>
  )
}
