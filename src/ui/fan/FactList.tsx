import { chakra } from '@chakra-ui/react'

/** Facts shown before a confirmation, each with its name. */
export const FactList = ({ facts }: { facts: readonly { label: string; text: string }[] }) => (
  <chakra.dl display="grid" gap={2.5} fontSize="0.875rem">
    {facts.map(({ label, text }) => (
      <div key={label}>
        <chakra.dt color="muted" fontSize="sm">
          {label}
        </chakra.dt>
        <chakra.dd overflowWrap="anywhere">{text}</chakra.dd>
      </div>
    ))}
  </chakra.dl>
)
