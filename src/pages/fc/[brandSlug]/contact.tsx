import type { FramedPage } from '../../../client/page'
import type { BrandProfile } from '../../../features/brands/contract'
import { BrandSection } from '../../../features/brands/fan/BrandSection'
import { loadBrand } from '../../../features/brands/fan/loadBrand.server'
import { ContactForm } from '../../../features/inquiries/fan/ContactForm'
import { FanContactWords, useFanContactWords } from '../../../features/inquiries/fan/words'
import { visitorPage } from '../../../server/ask'

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
