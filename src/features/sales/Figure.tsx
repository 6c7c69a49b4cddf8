import { useHrefWith } from '../../ui/table/Pager'
import { FigureLink } from '../../ui/text/FigureLink'
import { yenText } from '../../ui/text/MoneyText'
import { rowsAnchor } from './asked'
import { useSalesWords } from './words'

/** For links: the current address with these changes, at its rows. */
export const useRowsHref = () => {
  const hrefWith = useHrefWith()
  return (changes: Record<string, string | null>) => `${hrefWith(changes)}#${rowsAnchor}`
}

type FigureProps = {
  yen: number
  /** How the address changes to show the rows. */
  rows: Record<string, string | null>
  about: string
  text?: string
}

/** A sum that opens the rows it is the sum of, where there is any. */
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
