import { brands } from '#club/brands/contract.ts'
import { LoginScreen, type LoginSettings } from '#club/identity/LoginScreen.tsx'
import type { SignInBrand } from '#club/identity/SignInFrame.tsx'
import { config } from '#config.ts'
import { portalPage } from '#office/portal/portalPage.tsx'
import { visitorPage } from '#program/ask.ts'

type Props = { settings: LoginSettings; isFan: boolean; isNew: boolean; isForCart: boolean; brand: SignInBrand | null }

export const getServerSideProps = visitorPage<Props>(async ({ ask, locale, signInFrom }) => {
  const { signInProviders, isDemo, ...urls } = config()
  const isFan = signInFrom !== 'portal'
  const termsUrl = isFan ? urls.fanTermsUrl : urls.termsUrl
  const privacyUrl = isFan ? urls.fanPrivacyUrl : urls.privacyUrl
  const [, slug, isNew] = signInFrom.split('/')
  const isForCart = slug === 'carts'
  const found =
    slug === undefined || isForCart ? null : await ask(brands.getBrandMetadataBySlug, { brandSlug: slug }, locale)
  const face = found?.ok ? found.data : null
  const brand = face && { brandName: face.brandName, brandIcon: face.brandIcon, accentColor: face.accentColor }
  return {
    props: {
      settings: { signInProviders, isDemo, termsUrl, privacyUrl },
      isFan,
      isNew: isNew === 'new' && signInProviders.includes('password'),
      isForCart,
      brand,
    },
  }
})

const page = portalPage<Props>(LoginScreen, { frame: 'signIn' })
page.rests = true

export default page
