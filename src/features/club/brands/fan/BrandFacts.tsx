import { chakra } from '@chakra-ui/react'
import { languageOf } from '#ui/text/languageOf.ts'
import type { BrandProfile } from '../contract'
import { restOf } from '../lead'
import { useFanBrandWords } from './words'

/** What else the creator says, and what has to be known before paying: payment methods and the seller. */
export const BrandFacts = ({ brand }: { brand: BrandProfile }) => {
  const words = useFanBrandWords()
  const ways = [
    [words.card, words.cardText],
    [words.konbini, words.konbiniText],
  ] as const
  const more = restOf(brand.description)
  return (
    <>
      {more && (
        <chakra.section mt={12} aria-label={words.about}>
          <chakra.h2 fontSize="xl" mb={3}>
            {words.about}
          </chakra.h2>
          <chakra.p lang={languageOf(more)} maxW="640px" whiteSpace="pre-line" overflowWrap="anywhere">
            {more}
          </chakra.p>
        </chakra.section>
      )}
      <chakra.section mt={12} aria-label={words.waysToPay}>
        <chakra.h2 fontSize="xl" mb={3}>
          {words.waysToPay}
        </chakra.h2>
        <chakra.dl
          display="grid"
          gap={4}
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        >
          {ways.map(([name, text]) => (
            <chakra.div key={name} borderWidth="1px" borderColor="border" borderRadius="l" px={4.5} py={4}>
              <chakra.dt fontWeight="semibold">{name}</chakra.dt>
              <chakra.dd color="muted" fontSize="0.875rem" mt={1}>
                {text}
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </chakra.section>
      {brand.legalNotice && (
        <chakra.section mt={12} id="legal" aria-label={words.legalNotice}>
          <chakra.h2 fontSize="xl" mb={3}>
            {words.legalNotice}
          </chakra.h2>
          <chakra.p
            lang={languageOf(brand.legalNotice)}
            color="muted"
            fontSize="0.875rem"
            maxW="640px"
            lineHeight="1.8"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
          >
            {brand.legalNotice}
          </chakra.p>
        </chakra.section>
      )}
    </>
  )
}
