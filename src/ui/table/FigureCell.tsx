import { chakra } from '@chakra-ui/react'

/** A figure and a line under it, in a column whose figures stand at its end; on a phone beside it. */
export const FigureCell = ({ figure, note }: { figure: string; note: string | null }) => (
  <>
    {figure}
    {note && (
      <chakra.span display={{ lg: 'block' }} ml={{ base: 2, lg: 0 }} color="muted" fontSize="xs">
        {note}
      </chakra.span>
    )}
  </>
)
