import { chakra } from '@chakra-ui/react'

type FigureCellProps = {
  figure: string
  note: string | null
  /** For rows that have no room for the note on a phone. */
  hidesNoteOnPhone?: boolean
}

/** A figure with a note below it, in a right-aligned column; on a phone the note is beside it. */
export const FigureCell = ({ figure, note, hidesNoteOnPhone = false }: FigureCellProps) => (
  <>
    {figure}
    {note && (
      <chakra.span
        display={{ base: hidesNoteOnPhone ? 'none' : 'inline', lg: 'block' }}
        ml={{ base: 2, lg: 0 }}
        color="muted"
        fontSize="xs"
      >
        {note}
      </chakra.span>
    )}
  </>
)
