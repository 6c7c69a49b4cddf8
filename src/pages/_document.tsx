import Document, { type DocumentContext, Head, Html, Main, NextScript } from 'next/document'
import type { ComponentType } from 'react'
import { colorModeScript } from '../kit/colorMode'
import { gatherStyles } from '../ui/PageStyles'
import type { Props as StyledProps } from './_app'

// Next writes `lang` from the page's locale. The colour mode is known before the first paint, without asking anybody; the
// settings are there before the first of Next's scripts, which run in this order, and nobody's paint waits for them.
export default class TsudoiDocument extends Document {
  static override async getInitialProps(context: DocumentContext) {
    const { cache, tags } = gatherStyles()
    const { renderPage } = context
    context.renderPage = () =>
      renderPage({
        enhanceApp: (App: ComponentType<StyledProps>) => (props) => <App {...props} styleCache={cache} />,
      })
    const rendered = await Document.getInitialProps(context)
    return { ...rendered, styles: [rendered.styles, ...tags()] }
  }

  override render() {
    return (
      <Html>
        <Head>
          <meta name="theme-color" content="#faf9f7" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, named by its hash in the policy. */}
          <script dangerouslySetInnerHTML={{ __html: colorModeScript }} />
          <script src="/api/config.js" defer />
        </Head>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    )
  }
}
