import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button'
import { Facts } from '../../../ui/Card'
import { yenText } from '../../../ui/text/MoneyText'
import type { ApplicationForm } from '../application'
import { useApplicationWords } from '../words'

type FactList = { label: string; value: ReactNode }[]

/** Everything an application says, for the applicant's last look and for the operator's desk. */
export const useFormFacts = (form: ApplicationForm): { club: FactList; applicant: FactList } => {
  const { form: words, category } = useApplicationWords()
  const lines = (text: string) => <chakra.span whiteSpace="pre-wrap">{text || words.none}</chakra.span>
  return {
    club: [
      { label: words.tenantName, value: form.tenantName },
      { label: words.brandName, value: form.brandName },
      { label: words.slug(1), value: `/fc/${form.slugChoices[0]}` },
      { label: words.slug(2), value: `/fc/${form.slugChoices[1]}` },
      { label: words.category, value: category[form.category] },
      { label: words.description, value: lines(form.description) },
      {
        label: words.snsUrls,
        value:
          form.snsUrls.length === 0
            ? words.none
            : form.snsUrls.map((url) => (
                <chakra.span key={url} display="block" overflowWrap="anywhere">
                  {url}
                </chakra.span>
              )),
      },
      {
        label: words.price,
        value: form.expectedPlanPrice === null ? words.none : `${yenText(form.expectedPlanPrice)} / ${words.month}`,
      },
    ],
    applicant: [
      { label: words.applicantType, value: words[form.applicantType] },
      { label: words.legalName, value: form.legalName },
      { label: words.legalNameKana, value: form.legalNameKana },
      ...(form.applicantType === 'corporation'
        ? [{ label: words.representativeName, value: form.representativeName }]
        : []),
      { label: words.postalCode, value: form.postalCode },
      { label: words.address, value: lines(form.address) },
      { label: words.phone, value: form.phone },
      { label: words.email, value: form.email },
    ],
  }
}

export const FormSummary = ({ form, onEdit }: { form: ApplicationForm; onEdit: (step: number) => void }) => {
  const { form: words } = useApplicationWords()
  const facts = useFormFacts(form)
  return (
    <chakra.div display="grid" gap={6} gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      {[
        { title: words.clubTitle, items: facts.club },
        { title: words.applicantTitle, items: facts.applicant },
      ].map(({ title, items }, step) => (
        <chakra.section key={title} minW="0" display="grid" gap={4} alignContent="start">
          <chakra.div display="flex" alignItems="center" justifyContent="space-between">
            <chakra.h3 fontSize="15px">{title}</chakra.h3>
            <Button size="s" onClick={() => onEdit(step)} aria-label={`${title}: ${words.edit}`}>
              {words.edit}
            </Button>
          </chakra.div>
          <Facts items={items} />
        </chakra.section>
      ))}
    </chakra.div>
  )
}
