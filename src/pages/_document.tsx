import Document, { type DocumentContext, type DocumentInitialProps, Head, Html, Main, NextScript } from 'next/document'
import { type ComponentType, cloneElement, type JSX } from 'react'
import type { FramedPage } from '#client/page.ts'
import { config } from '#config.ts'
import { accentOf } from '#kit/color.ts'
import { colorModeScript } from '#kit/colorMode.ts'
import { knownBeforeScript } from '#kit/knownBefore.ts'
import { restingScript, restingType } from '#kit/resting.ts'
import { gatherStyles } from '#ui/look/PageStyles.tsx'
import type { Props as StyledProps } from './_app'

type Props = DocumentInitialProps & { rests: boolean }

/** The development server and the mocks need their scripts at once; so do other companies' scripts, which count every visit. */
const mayRest = () =>
  process.env.NODE_ENV === 'production' &&
  !process.env.NEXT_PUBLIC_MOCKED &&
  !config().tagManagerId &&
  !config().embedScriptUrl

const rest = <T extends JSX.Element | null>(script: T) =>
  script?.props.src ? cloneElement(script, { type: restingType }) : script

type AppBrand = { brandSlug: string; accentColor: string }
/** Of a page of a brand. */
const brandOf = ({ pageProps }: Record<string, unknown>): AppBrand | undefined => {
  const { brand } = (pageProps ?? {}) as { brand?: Partial<AppBrand> }
  return brand?.brandSlug && brand.accentColor ? (brand as AppBrand) : undefined
}

/** How a phone puts the brand's site on its home screen: written by the server alone, it costs a visitor no script. */
const BrandApp = ({ brand: { brandSlug, accentColor }, locale }: { brand: AppBrand; locale: string | undefined }) => (
  <>
    <meta name="theme-color" content={accentOf(accentColor).light.accent} />
    <link rel="manifest" href={`/api/app/${brandSlug}/manifest.webmanifest${locale === 'en' ? '?lang=en' : ''}`} />
    <link rel="apple-touch-icon" href={`/api/app/${brandSlug}/icon-180.png`} />
  </>
)

/** Next's scripts stand in the page and nobody loads them (kit/resting.ts). */
class RestingHead extends Head {
  override getDynamicChunks(...files: Parameters<Head['getDynamicChunks']>) {
    return super.getDynamicChunks(...files).map(rest)
  }
  override getScripts(...files: Parameters<Head['getScripts']>) {
    const isList = (script: JSX.Element) => String(script.props.src).endsWith('/_buildManifest.js')
    return super
      .getScripts(...files)
      .filter((script) => !isList(script))
      .map(rest)
  }
}

/**
 * The bundler's manifest of the development server names the chunk of what a dynamic part of the page imports dynamically itself
 * as no chunk is named, a request that fails on each portal page. There no script is loaded ahead: each import loads its own.
 */
class DevelopmentHead extends Head {
  override getDynamicChunks() {
    return []
  }
}

// Next writes `lang` from the page's locale. The colour mode is known before the first paint, without asking anybody; the
// settings are there before the first of Next's scripts, which run in this order, and nobody's paint waits for them.
export default class TsudoiDocument extends Document<Props> {
  static override async getInitialProps(context: DocumentContext): Promise<Props> {
    const { cache, tags } = gatherStyles()
    const { renderPage } = context
    let rests = false
    context.renderPage = () =>
      renderPage({
        enhanceApp: (App: ComponentType<StyledProps>) => (props) => {
          rests = Boolean((props.Component as FramedPage).rests) && mayRest()
          return <App {...props} styleCache={cache} />
        },
      })
    const rendered = await Document.getInitialProps(context)
    return { ...rendered, styles: [rendered.styles, ...tags()], rests }
  }

  override render() {
    const { rests, locale, __NEXT_DATA__: data } = this.props
    const brand = brandOf(data.props)
    const headOfBuilt = rests ? RestingHead : Head
    const PageHead = process.env.NODE_ENV === 'development' ? DevelopmentHead : headOfBuilt
    return (
      <Html>
        <PageHead>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          {brand ? <BrandApp brand={brand} locale={locale} /> : <meta name="theme-color" content="#faf9f7" />}
          {/* A row of cards is as high as its highest: of a page that is painted while it still arrives, prices would move. */}
          <link rel="expect" href="#__NEXT_DATA__" blocking="render" />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, named by its hash in the policy. */}
          <script dangerouslySetInnerHTML={{ __html: colorModeScript }} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above. */}
          <script dangerouslySetInnerHTML={{ __html: knownBeforeScript }} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above. */}
          {rests && <script dangerouslySetInnerHTML={{ __html: restingScript }} />}
          <script src="/api/config.js" defer />
        </PageHead>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    )
  }
}
