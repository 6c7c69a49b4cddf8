import Head from 'next/head'
import type { ReactNode } from 'react'
import { routes, useLoginHref } from '#client/routes.ts'
import { useCart } from '#client/useCart.ts'
import { useFan } from '#client/useFan.ts'
import { useHere, useLocale } from '#client/words.tsx'
import { config } from '#config.ts'
import { Notice } from '#ui/Card.tsx'
import { BarLink, FanFrame, Wrap } from '#ui/fan/FanFrame.tsx'
import { PersonIcon } from '#ui/look/icons.tsx'
import { dateText } from '#ui/text/DateText.tsx'
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
  const { helpUrl, termsUrl, privacyUrl } = config()
  const fan = useFan()
  const cart = useCart(fan)
  const locale = useLocale()
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
      menu={
        fan ? (
          <BarLink href={routes.myPlans()}>
            <PersonIcon size={19} />
            {words.myPage}
          </BarLink>
        ) : undefined
      }
      footer={[
        ...(brand.legalNotice ? [{ label: words.legalNotice, href: routes.fanBrand(brand, { hash: 'legal' }) }] : []),
        { label: words.help, href: helpUrl },
        { label: words.terms, href: termsUrl },
        { label: words.privacy, href: privacyUrl },
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
      {brand.closesAt !== null && (
        <Wrap py={4}>
          <Notice tone="warn">{words.closing(dateText(brand.closesAt, locale))}</Notice>
        </Wrap>
      )}
      {children}
    </FanFrame>
  )
}
