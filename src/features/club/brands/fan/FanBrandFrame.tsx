import Head from 'next/head'
import type { ReactNode } from 'react'
import { routes, useLoginHref } from '#client/routes.ts'
import { useCart } from '#client/useCart.ts'
import { useFan } from '#client/useFan.ts'
import { useHere } from '#client/words.tsx'
import { config } from '#config.ts'
import { Notice } from '#ui/Card.tsx'
import { FanFrame, Wrap } from '#ui/fan/FanFrame.tsx'
import { FanMenu } from '../../notices/fan/FanMenu'
import type { BrandProfile } from '../contract'
import { FanBrandWords, useFanBrandWords } from './words'

type Props = {
  brand: BrandProfile
  /** Title of the document, of search results and of shared links. */
  title: string
  description: string
  image?: string
  children: ReactNode
}

/** Layout around every page of a brand. */
export const FanBrandFrame = (props: Props) => (
  <FanBrandWords>
    <Framed {...props} />
  </FanBrandWords>
)

const Framed = ({ brand, title, description, image, children }: Props) => {
  const words = useFanBrandWords()
  // Rendered per request, by a server that has its settings.
  const { fanHelpUrl, fanTermsUrl, fanPrivacyUrl } = config()
  const fan = useFan()
  const cart = useCart(fan)
  // Without the query, which a cached page does not know.
  const loginHref = useLoginHref(useHere().split('?', 1)[0] ?? '')
  const picture = image || brand.brandThumbnail
  const summary = description.replace(/\s+/g, ' ').slice(0, 160)
  return (
    <FanFrame
      accent={brand.accentColor}
      homeHref={routes.fanBrand(brand)}
      face={{ name: brand.name, icon: brand.brandIcon }}
      cart={cart}
      loginHref={loginHref}
      menu={<FanMenu uid={fan?.uid} brand={brand} hasHome />}
      footer={[
        ...(brand.legalNotice ? [{ label: words.legalNotice, href: routes.fanBrand(brand, { hash: 'legal' }) }] : []),
        { label: words.help, href: fanHelpUrl },
        { label: words.terms, href: fanTermsUrl },
        { label: words.privacy, href: fanPrivacyUrl },
      ]}
    >
      <Head>
        <title key="title">{title}</title>
        <meta key="description" name="description" content={summary} />
        <meta key="og:type" property="og:type" content="website" />
        <meta key="og:title" property="og:title" content={title} />
        <meta key="og:description" property="og:description" content={summary} />
        {picture && <meta key="og:image" property="og:image" content={picture} />}
        <meta key="twitter:card" name="twitter:card" content="summary_large_image" />
      </Head>
      {brand.notice && (
        <Wrap py={4}>
          <Notice tone="warn">{brand.notice}</Notice>
        </Wrap>
      )}
      {children}
    </FanFrame>
  )
}
