import { chakra } from '@chakra-ui/react'

type FigureCellProps = {
  figure: string
  note: string | null
  /** Where a phone's row has no room for it. */
  hidesNoteOnPhone?: boolean
}

/** A figure and a line under it, in a column whose figures stand at its end; on a phone beside it. */
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
