import Document, { Head, Html, Main, NextScript } from 'next/document'

// Next writes `lang` from the page's locale. The two scripts block on purpose: settings and colour mode are known
// before the first paint, and neither is inline, so that the content security policy needs no exception for them.
export default class TsudoiDocument extends Document {
  override render() {
    return (
      <Html>
        <Head>
          <meta name="theme-color" content="#faf9f7" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <script src="/mode.js" />
          <script src="/api/config.js" />
        </Head>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    )
  }
}
