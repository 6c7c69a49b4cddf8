import { useHrefWith } from '#ui/table/Pager.tsx'
import { FigureLink } from '#ui/text/FigureLink.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { rowsAnchor } from './asked'
import { useSalesWords } from './words'

/** Builds links: the current URL with these changes, at the list of rows. */
export const useRowsHref = () => {
  const hrefWith = useHrefWith()
  return (changes: Record<string, string | null>) => `${hrefWith(changes)}#${rowsAnchor}`
}

type FigureProps = {
  yen: number
  /** Changes of the URL that show the rows. */
  rows: Record<string, string | null>
  about: string
  text?: string
}

/** A sum that links to its rows; plain text if it is zero. */
export const Figure = ({ yen, rows, about, text = yenText(yen === 0 ? 0 : yen) }: FigureProps) => {
  const words = useSalesWords()
  const hrefOf = useRowsHref()
  if (yen === 0) return text
  return (
    <FigureLink href={hrefOf(rows)} shallow scroll aria-label={words.rowsOf(text, about)}>
      {text}
    </FigureLink>
  )
}
