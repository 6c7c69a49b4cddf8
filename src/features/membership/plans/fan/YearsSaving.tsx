import { chakra } from '@chakra-ui/react'
import { yenText } from '#ui/text/MoneyText.tsx'
import type { Saving } from '../benefits'
import { useFanPlanWords } from './words'

/** What a year costs by the month, and less than the months that it stands for. */
export const YearsSaving = ({ saving }: { saving: Saving | null | undefined }) => {
  const words = useFanPlanWords()
  if (!saving) return null
  const { perMonth, against } = saving
  return (
    <chakra.p fontSize="sm" lineHeight="1.6">
      {words.perMonth(yenText(perMonth))}
      {against && (
        <chakra.span display="block" color="ok" fontWeight="semibold">
          {words.saves(against.name, yenText(against.yen))}
        </chakra.span>
      )}
    </chakra.p>
  )
}
