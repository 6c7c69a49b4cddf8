import type { FramedPage } from '#client/page.ts'
import type { BrandProfile } from '#club/brands/contract.ts'
import { BrandSection } from '#club/brands/fan/BrandSection.tsx'
import { ContactForm } from '#club/inquiries/fan/ContactForm.tsx'
import { FanContactWords, useFanContactWords } from '#club/inquiries/fan/words.tsx'
import { loadBrand } from '#membership/figures/loadBrand.server.ts'
import { visitorPage } from '#program/ask.ts'

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
    <BrandSection
      brand={brand}
      current="contact"
      title={words.title}
      description={words.of(brand.name)}
      lead={words.lead(brand.name)}
    >
      <ContactForm brand={brand} />
    </BrandSection>
  )
}
