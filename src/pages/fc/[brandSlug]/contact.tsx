import { chakra } from '@chakra-ui/react'
import type { FramedPage } from '../../../client/page'
import type { BrandProfile } from '../../../features/brands/contract'
import { BrandTabs } from '../../../features/brands/fan/BrandTabs'
import { FanBrandFrame } from '../../../features/brands/fan/FanBrandFrame'
import { loadBrand } from '../../../features/brands/fan/loadBrand.server'
import { ContactForm } from '../../../features/inquiries/fan/ContactForm'
import { FanContactWords, useFanContactWords } from '../../../features/inquiries/fan/words'
import { visitorPage } from '../../../server/ask'
import { Wrap } from '../../../ui/fan/FanFrame'

type Props = { brand: BrandProfile }

export const getServerSideProps = visitorPage<Props>(async ({ ask, params, locale }) => {
  const brand = await loadBrand(ask, params.brandSlug, locale)
  return brand ? { props: { brand } } : { notFound: true }
})

const page: FramedPage<Props> = (props) => (
  <FanContactWords>
    <Framed {...props} />
  </FanContactWords>
)
page.rests = true

export default page

const Framed = ({ brand }: Props) => {
  const words = useFanContactWords()
  return (
    <FanBrandFrame brand={brand} title={`${words.title} — ${brand.name}`} description={words.of(brand.name)}>
      <Wrap pt={{ base: 5, md: 8 }}>
        <chakra.p fontWeight="semibold" color="muted" fontSize="14px">
          {brand.name}
        </chakra.p>
        <chakra.h1 fontSize={{ base: '24px', md: '3xl' }}>{words.title}</chakra.h1>
        <chakra.p color="muted" mt={1}>
          {words.lead(brand.name)}
        </chakra.p>
        <BrandTabs brandSlug={brand.brandSlug} current="contact" />
        <ContactForm brand={brand} />
      </Wrap>
    </FanBrandFrame>
  )
}
