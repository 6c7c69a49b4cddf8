import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Card.tsx'
import { SiteLink } from '#ui/Link.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { postalText } from '../../postal/postalCode'
import type { ApplicationForm } from '../application'
import { useApplicationWords } from '../words'

type FactList = { label: string; value: ReactNode; text: string }[]

/** Everything an application says, for the applicant's last look and for the operator's desk; `text` to compare. */
export const useFormFacts = (form: ApplicationForm): { club: FactList; applicant: FactList } => {
  const { form: words, category } = useApplicationWords()
  const fact = (
    label: string,
    text: string,
    value: ReactNode = <chakra.span whiteSpace="pre-wrap">{text}</chakra.span>,
  ) => ({
    label,
    text,
    value: text === '' ? words.none : value,
  })
  const links = form.snsUrls.map((url) => (
    <chakra.span key={url} display="block" overflowWrap="anywhere" color="accentText" textDecoration="underline">
      <SiteLink href={url}>{url}</SiteLink>
    </chakra.span>
  ))
  return {
    club: [
      fact(words.tenantName, form.tenantName),
      fact(words.brandName, form.brandName),
      fact(words.slug(1), `/fc/${form.slugChoices[0]}`),
      fact(words.slug(2), `/fc/${form.slugChoices[1]}`),
      fact(words.category, category[form.category]),
      fact(words.description, form.description),
      fact(words.snsUrls, form.snsUrls.join('\n'), links),
      fact(words.price, form.expectedPlanPrice === null ? '' : `${yenText(form.expectedPlanPrice)} / ${words.month}`),
    ],
    applicant: [
      fact(words.applicantType, words[form.applicantType]),
      fact(words.legalName, form.legalName),
      fact(words.legalNameKana, form.legalNameKana),
      ...(form.applicantType === 'corporation' ? [fact(words.representativeName, form.representativeName)] : []),
      fact(words.postalCode, postalText(form.postalCode)),
      fact(words.address, form.address),
      fact(words.phone, form.phone),
      fact(words.email, form.email),
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
            <chakra.h3 fontSize="0.9375rem">{title}</chakra.h3>
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
